/**
 * What the page and its host say to each other over their WebSocket. The page asks and is answered; the host tells. The
 * host holds the truth (texts, tabs, reviews) and checks what it is asked by these schemas; the page shows it.
 *
 * A document is named by its file's path, or by `review:<id>` for the text that a review will answer with. Offsets count
 * UTF-16 code units.
 */

import type { PackedReview } from "@tandem/base/review";
import type { ReviewUpdate } from "@tandem/codemirror/text";
import type { ClientStatus, MentionOutcome } from "@tandem/server";
import * as z from "zod/mini";
import { type DraftModel, type DraftResults, draftRequests } from "./messages-drafts.js";
import {
  type LanguageEvents,
  type LanguageModel,
  type LanguageResults,
  languageRequests,
} from "./messages-language.js";
import { type CodeModel, type NotebookResults, notebookRequests } from "./messages-notebook.js";

const count = z.number().check(z.gte(0), z.int());
const path = z.string().check(z.minLength(1));
/** The two halves of a split. */
const group = z.union([z.literal(0), z.literal(1)]);
const tab = z.nullable(z.string());
const size = { columns: z.number().check(z.gte(1), z.lte(1000)), rows: z.number().check(z.gte(1), z.lte(1000)) };

const list = <T extends z.ZodMiniType>(of: T) => z.readonly(z.array(of));
const lines = z.optional(z.nullable(list(z.string())));
const place = { oldStart: count, oldEnd: count };
const decision = z.enum(["undecided", "accepted", "rejected"]);
/** A `ReviewUpdate`. */
const update = z.object({
  changes: z.unknown(),
  decided: z.optional(list(z.object({ index: count, ...place, decision }))),
  restored: z.optional(list(z.object({ ...place, count, isAccepted: z.boolean(), proposed: lines, wanted: lines }))),
});

/** The parameters of each request of the page. */
export const requestSchemas = {
  /** The text of an open file; its later changes are told. */
  "document.open": z.object({ path }),
  /**
   * Changes that this window made to version `version`, as `ChangeSet.toJSON` writes them, in a review with what was decided
   * by them. They are confirmed by `document.updates`, before the answer; those of an older version are left out, and sent again by the window when it
   * has moved them over what it was told.
   */
  "document.push": z.object({
    document: z.string(),
    version: count,
    clientId: z.string(),
    updates: z.array(update),
  }),
  /** Answers "changed-on-disk" instead of overwriting, unless `overwrite` says that the user wants just that. */
  "document.save": z.object({ path, overwrite: z.boolean() }),
  /** Takes what is on disk and drops unsaved changes. */
  "document.reload": z.object({ path }),

  /** Opens a file and puts it in front in this window. */
  "tab.open": z.object({ path, preview: z.boolean(), group: z.optional(group) }),
  /** Closes a tab everywhere; a review's is a rejection. Unsaved changes keep it open, unless `discard`. */
  "tab.close": z.object({ tab: z.string(), discard: z.boolean() }),
  /** A preview becomes an ordinary tab; pinned ones stand first. */
  "tab.keep": z.object({ tab: z.string(), isPinned: z.boolean() }),
  /** Moves a tab to the other half, or within its own. */
  "tab.move": z.object({ tab: z.string(), group, index: count }),

  /** What this window has in front in each half, and which half is the active one. */
  "window.view": z.object({ front: z.tuple([tab, tab]), group }),
  "window.focus": z.object({ isFocused: z.boolean() }),
  /**
   * The selection in the active file, in the version that the page had then. `shown` is how many `show` it was told of
   * before: what was selected before the last of them came is older than what that one selects. `text` is what the user
   * sees selected, where that is not how it stands in the file.
   */
  "window.selection": z.object({
    path,
    version: count,
    shown: count,
    anchor: count,
    head: count,
    text: z.optional(z.string()),
  }),
  /** The page is going: by a reload, or because the user closes it. */
  "window.leave": z.object({}),

  mention: z.object({
    path,
    lines: z.optional(z.object({ start: count, end: count })),
    clientId: z.optional(z.string()),
  }),

  /** The texts of a review and what was decided so far; later changes are told. */
  "review.open": z.object({ review: z.string() }),
  "review.decide": z.object({ review: z.string(), accepted: z.boolean() }),

  /** The entries of a folder, and from now on their changes. */
  "tree.list": z.object({ path }),
  "tree.forget": z.object({ path }),
  "files.find": z.object({ query: z.string(), limit: count }),
  /** Makes an empty file, with the folders it needs, and opens it. */
  "file.create": z.object({ path }),
  "folder.add": z.object({ path }),
  "folder.remove": z.object({ path }),

  "sharing.pause": z.object({ isPaused: z.boolean() }),
  /** Ends every connection to Claude Code and takes them up again, at the same address. */
  "endpoint.restart": z.object({}),
  "privacy.rules": z.object({}),
  /** Adds a line for this file or folder to its workspace folder's .tandemignore. */
  "privacy.withhold": z.object({ path }),
  /** Opens a workspace folder's .tandemignore, made when it is missing. */
  "privacy.edit": z.object({ folder: path }),

  "terminal.start": z.object(size),
  "terminal.write": z.object({ data: z.string() }),
  "terminal.resize": z.object(size),
  "terminal.stop": z.object({}),

  ...draftRequests,
  ...languageRequests,
  ...notebookRequests,
} as const;

export type Method = keyof typeof requestSchemas;
export type Params<M extends Method> = z.infer<(typeof requestSchemas)[M]>;
export type Group = z.infer<typeof group>;

export interface DocumentText {
  readonly text: string;
  readonly version: number;
  /** Where the cursor was last, so that a reload brings it back. */
  readonly selection?: { readonly anchor: number; readonly head: number };
}

export interface ReviewTexts extends PackedReview {
  readonly base: string;
  readonly proposed: string;
  /** Of the result. */
  readonly version: number;
}

export interface TreeEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  /** Why clients do not see it, in words. */
  readonly withheld?: string;
}

export interface FoundFile {
  readonly path: string;
  /** Relative to its folder, with `/`. */
  readonly name: string;
  /** Which characters of `name` matched. */
  readonly matches: readonly number[];
}

export interface PrivacyRules {
  readonly builtIn: readonly string[];
  readonly settings: readonly string[];
  readonly folders: readonly { readonly folder: string; readonly file: string; readonly text: string | undefined }[];
}

/** What each request is answered with; the others are answered with nothing. */
export interface Results extends DraftResults, LanguageResults, NotebookResults {
  "document.open": DocumentText;
  "document.save": { readonly status: "saved" | "changed-on-disk" };
  "tab.open": { readonly tab: string };
  "tab.close": { readonly status: "closed" | "unsaved-changes" };
  mention: MentionOutcome;
  "review.open": ReviewTexts;
  "tree.list": readonly TreeEntry[];
  "files.find": { readonly files: readonly FoundFile[]; readonly total: number };
  "privacy.rules": PrivacyRules;
  "terminal.start": { readonly command: string; readonly output: string };
}
export type Result<M extends Method> = M extends keyof Results ? Results[M] : undefined;

export interface FileTab {
  readonly id: string;
  readonly kind: "file";
  readonly path: string;
  readonly label: string;
  readonly group: Group;
  readonly isPinned: boolean;
  readonly isPreview: boolean;
  readonly isDirty: boolean;
  /** The file has unsaved changes here and was changed on disk too. */
  readonly isChangedOnDisk: boolean;
  readonly isDeleted: boolean;
  readonly languageId: string;
  /** Why clients do not see it, in words. */
  readonly withheld?: string;
}

export interface ReviewTab {
  readonly id: string;
  readonly kind: "review";
  readonly path: string;
  readonly label: string;
  readonly group: Group;
  readonly review: ReviewFacts;
}

export type Tab = FileTab | ReviewTab;

export interface ReviewFacts {
  readonly id: string;
  /** The name that the client gave the view. */
  readonly tabName: string;
  readonly client: { readonly id: string; readonly name: string; readonly version: string };
  readonly added: number;
  readonly removed: number;
  readonly hunks: number;
  readonly isNewFile: boolean;
  readonly hasUnsavedChanges: boolean;
  /** The file is changed on disk since the proposal came: the client may refuse to write. */
  readonly isOutdated: boolean;
}

export interface Folder {
  readonly path: string;
  readonly name: string;
}

/** Everything small that a window shows. It is told anew whenever something of it changes. */
export interface Model extends CodeModel, DraftModel, LanguageModel {
  readonly name: string;
  readonly folders: readonly Folder[];
  /** In the order of the tab bars. */
  readonly tabs: readonly Tab[];
  readonly clients: readonly ClientStatus[];
  readonly queuedMentions: number;
  readonly isPaused: boolean;
  /** The file of the selection that clients were last told of. */
  readonly lastShared?: string;
  /** How Claude Code is started in another terminal so that it finds this workbench. */
  readonly command: string;
  /** A terminal can be had in the page. */
  readonly hasTerminal: boolean;
  /** The directory separator of the host. */
  readonly separator: string;
}

export interface View {
  readonly front: readonly [string | null, string | null];
  readonly group: Group;
}

/** What the host tells. */
export interface Events extends LanguageEvents {
  /** The first word to a window: its name, for a reload to come back to, and what it had in front. */
  welcome: { readonly window: string; readonly view: View };
  model: Model;
  /** A file or review to put in front (`inFront`), with the keyboard (`focus`); then what to select in it. */
  show: {
    readonly tab: string;
    readonly group: Group;
    readonly inFront: boolean;
    readonly focus: boolean;
    readonly selection?: { readonly anchor: number; readonly head: number };
  };
  /** Changes from version `version` on, by whomever; a window's own come back to it as their confirmation. */
  "document.updates": {
    readonly document: string;
    readonly version: number;
    readonly updates: readonly ({ readonly clientId: string; readonly changes: unknown } & Omit<
      ReviewUpdate,
      "changes"
    >)[];
  };
  "tree.changed": { readonly path: string; readonly entries: readonly TreeEntry[] };
  /** Answer with `flushed` when all changes made so far have been confirmed. */
  flush: { readonly flush: number };
  "terminal.output": { readonly data: string };
  "terminal.ended": { readonly exitCode: number };
}
export type EventName = keyof Events;

/** A frame from the page, after the hello that the door takes. */
export const fromPageSchema = z.union([
  z.object({ flushed: count }),
  z.object({ id: count, method: z.string(), params: z.unknown() }),
]);
export type FromPage = z.infer<typeof fromPageSchema>;

/** A frame from the host. */
export type FromHost =
  | { readonly id: number; readonly result: unknown }
  | { readonly id: number; readonly error: string }
  | { [E in EventName]: { readonly event: E; readonly data: Events[E] } }[EventName];
