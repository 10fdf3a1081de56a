/**
 * The WebSocket messages between the page and its host: requests from the page and events from the host. The host owns the
 * state (texts, tabs, reviews) and validates requests with these schemas.
 *
 * A document is identified by its file's path, or by `review:<id>` for the result of a review. Offsets count UTF-16 code
 * units.
 */

import type { PackedReview, ReviewComment, ReviewRecord } from "@tandem-ide/base/review";
import type { ReviewUpdate } from "@tandem-ide/codemirror/text";
import type { ClientStatus, MentionOutcome } from "@tandem-ide/server";
import * as z from "zod/mini";
import {
  type ChangesEvents,
  type ChangesModel,
  type ChangesResults,
  type ChangeTab,
  changesRequests,
} from "./messages-changes.js";
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
/** The left or right editor group. */
const group = z.union([z.literal(0), z.literal(1)]);
const tab = z.nullable(z.string());
const size = { columns: z.number().check(z.gte(1), z.lte(1000)), rows: z.number().check(z.gte(1), z.lte(1000)) };

const list = <T extends z.ZodMiniType>(of: T) => z.readonly(z.array(of));
const lines = z.optional(z.nullable(list(z.string())));
const oldRange = { oldStart: count, oldEnd: count };
const decision = z.enum(["undecided", "accepted", "rejected"]);
const isCoarse = z.optional(z.boolean());
const packedHunk = z.object({ ...oldRange, count, isAccepted: z.boolean(), isCoarse, proposed: lines, wanted: lines });
/** A `ReviewUpdate`. */
const update = z.object({
  changes: z.unknown(),
  decided: z.optional(list(z.object({ index: count, ...oldRange, decision }))),
  restored: z.optional(list(packedHunk)),
});

const notificationChoice = z.enum(["off", "on", "with-file-names"]);
export type NotificationChoice = z.infer<typeof notificationChoice>;

/** The parameters of each request. */
export const requestSchemas = {
  /** Returns the text of an open file, and sends its updates from now on. */
  "document.open": z.object({ path }),
  /**
   * Changes of this window to version `version`, in the format of `ChangeSet.toJSON`, with the decisions of a review. They are
   * confirmed by `document.updates` before the response. Changes to an older version are ignored. The window sends them again
   * after it has rebased them.
   */
  "document.push": z.object({
    document: z.string(),
    version: count,
    clientId: z.string(),
    updates: z.array(update),
  }),
  /** Returns "changed-on-disk" instead of overwriting a changed file, unless `overwrite` is set. */
  "document.save": z.object({ path, overwrite: z.boolean() }),
  /** Returns the file on disk and the text with unsaved changes, to compare them. */
  "document.compare": z.object({ path }),
  /** Reloads the file from disk and discards unsaved changes. */
  "document.reload": z.object({ path }),

  /** Opens a file and brings it to the front in this window. */
  "tab.open": z.object({ path, preview: z.boolean(), group: z.optional(group) }),
  /** Closes a tab in all windows, which rejects a review after a moment. Unsaved changes keep it open, unless `discard` is set. */
  "tab.close": z.object({ tab: z.string(), discard: z.boolean() }),
  /** Turns a preview into an ordinary tab. Pinned tabs come first. */
  "tab.keep": z.object({ tab: z.string(), isPinned: z.boolean() }),
  /** Moves a tab to the other group, or within its own. */
  "tab.move": z.object({ tab: z.string(), group, index: count }),

  /** Reports the tabs in front in each group, and the active group. */
  "window.view": z.object({ front: z.tuple([tab, tab]), group }),
  "window.focus": z.object({ isFocused: z.boolean() }),
  /**
   * Reports the selection in the active file, in a version of its text. `shown` is the number of `show` events received
   * before: the host ignores selections made before its latest one. `text` is the selected text as the user sees it, if it
   * differs from the text in the file.
   */
  "window.selection": z.object({
    path,
    version: count,
    shown: count,
    anchor: count,
    head: count,
    text: z.optional(z.string()),
  }),
  /** Whether Tandem shows a desktop notification when a review arrives and no window is focused. */
  "notifications.choose": z.object({ choice: notificationChoice }),
  /** The page is being reloaded or closed. */
  "window.leave": z.object({}),

  mention: z.object({
    path,
    lines: z.optional(z.object({ start: count, end: count })),
    clientId: z.optional(z.string()),
  }),

  /** Returns the texts and decisions of a review, and sends its updates from now on. */
  "review.open": z.object({ review: z.string() }),
  /** A reason is only for a rejection. */
  "review.decide": z.object({ review: z.string(), accepted: z.boolean(), reason: z.optional(z.string()) }),
  /** Sets the comments on the lines of a review's result. */
  "review.comment": z.object({
    review: z.string(),
    comments: list(z.object({ line: count, text: z.string() })),
  }),
  /** Opens the tab of a review again that was closed and not yet rejected. */
  "review.keep": z.object({ review: z.string() }),
  /** Returns how the last reviews ended, newest first. */
  "review.records": z.object({}),
  /** Accepts or rejects all pending reviews of a client. */
  "review.decide-all": z.object({ client: z.string(), accepted: z.boolean() }),

  /** Returns the entries of a folder, and sends their changes from now on. */
  "tree.list": z.object({ path }),
  "tree.forget": z.object({ path }),
  "files.find": z.object({ query: z.string(), limit: count }),
  /** Creates an empty file, with the folders it needs, and opens it. */
  "file.create": z.object({ path }),
  "folder.add": z.object({ path }),
  "folder.remove": z.object({ path }),

  "sharing.pause": z.object({ isPaused: z.boolean() }),
  /** Restarts the endpoint at the same address, which closes all connections to Claude Code. */
  "endpoint.restart": z.object({}),
  "privacy.rules": z.object({}),
  /** Adds a file or folder to the .tandemignore of its workspace folder. */
  "privacy.hide": z.object({ path }),
  /** Opens a workspace folder's .tandemignore, and creates it if necessary. */
  "privacy.edit": z.object({ folder: path }),

  "terminal.start": z.object(size),
  "terminal.write": z.object({ data: z.string() }),
  "terminal.resize": z.object(size),
  "terminal.stop": z.object({}),

  ...changesRequests,
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
  /** The last selection, restored after a reload. */
  readonly selection?: { readonly anchor: number; readonly head: number };
}

export interface ReviewTexts extends PackedReview {
  readonly base: string;
  readonly proposed: string;
  readonly comments: readonly ReviewComment[];
  /** The version of the result. */
  readonly version: number;
}

/** What the user wrote about reviews, as text for the agent. */
export interface GivenFeedback {
  readonly text: string;
  /** It is in the prompt of the agent, unsent. Otherwise the user has to paste it. */
  readonly isInPrompt: boolean;
}

/** Installs Claude Code. Part of the message that it wasn't found. */
export const installCommand = "npm install -g @anthropic-ai/claude-code";

export interface TreeEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
  readonly isLink: boolean;
  /** Why it is hidden from clients, for the user. */
  readonly hidden?: string;
}

export interface FoundFile {
  readonly path: string;
  /** Relative to its folder, with `/`. */
  readonly name: string;
  /** The indexes of the matching characters of `name`. */
  readonly matches: readonly number[];
}

export interface PrivacyRules {
  readonly builtIn: readonly string[];
  readonly settings: readonly string[];
  readonly folders: readonly { readonly folder: string; readonly file: string; readonly text: string | undefined }[];
}

/** The results of requests. Requests not listed have no result. */
export interface Results extends ChangesResults, DraftResults, LanguageResults, NotebookResults {
  "document.open": DocumentText;
  "document.save": { readonly status: "saved" | "changed-on-disk" };
  "document.compare": { readonly onDisk: string; readonly text: string };
  "tab.open": { readonly tab: string };
  "tab.close": { readonly status: "closed" | "unsaved-changes" };
  mention: MentionOutcome;
  "review.open": ReviewTexts;
  "review.decide": GivenFeedback | undefined;
  "review.keep": { readonly tab: string };
  "review.records": readonly ReviewRecord[];
  /** `left` is the number of reviews that can't be accepted. */
  "review.decide-all": { readonly left: number; readonly feedback: GivenFeedback | undefined };
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
  /** The file has unsaved changes and was also changed on disk. */
  readonly isChangedOnDisk: boolean;
  readonly isDeleted: boolean;
  readonly languageId: string;
  /** Why it is hidden from clients, for the user. */
  readonly hidden?: string;
}

export interface ReviewTab {
  readonly id: string;
  readonly kind: "review";
  readonly path: string;
  readonly label: string;
  readonly group: Group;
  readonly review: ReviewFacts;
}

export type Tab = FileTab | ReviewTab | ChangeTab;

export interface ReviewFacts {
  readonly id: string;
  /** The tab name chosen by the client. */
  readonly tabName: string;
  readonly client: { readonly id: string; readonly name: string; readonly version: string };
  readonly added: number;
  readonly removed: number;
  readonly hunks: number;
  readonly isNewFile: boolean;
  /** The file of the text before the change, if it is another one. */
  readonly oldPath?: string;
  /** Why the file is hidden from clients, for the user. */
  readonly hidden?: string;
  readonly hasUnsavedChanges: boolean;
  /** The file has changed on disk since the proposal, so the client may refuse to write it. */
  readonly isOutdated: boolean;
}

export interface Folder {
  readonly path: string;
  readonly name: string;
}

/** The small state that windows show. Sent as a whole whenever it changes. */
export interface Model extends ChangesModel, CodeModel, DraftModel, LanguageModel {
  readonly name: string;
  readonly folders: readonly Folder[];
  /** In tab bar order. */
  readonly tabs: readonly Tab[];
  readonly clients: readonly ClientStatus[];
  readonly queuedMentions: number;
  /** Reviews whose tab was closed, and which will be rejected. */
  readonly rejecting: readonly { readonly id: string; readonly path: string }[];
  readonly isPaused: boolean;
  /** The file of the selection last shared with clients. */
  readonly lastShared?: string;
  /** The command that starts Claude Code in a terminal and connects it to this workbench. */
  readonly command: string;
  /** The page can show a terminal. */
  readonly hasTerminal: boolean;
  /** The host's path separator. */
  readonly separator: string;
}

export interface View {
  readonly front: readonly [string | null, string | null];
  readonly group: Group;
}

/** Events from the host. */
export interface Events extends ChangesEvents, LanguageEvents {
  /** The first event: the window's id, to be kept over a reload, and its tabs in front. */
  welcome: { readonly window: string; readonly view: View };
  model: Model;
  /** Brings a file or review to the front (`inFront`), focuses it (`focus`) and selects in it. */
  show: {
    readonly tab: string;
    readonly group: Group;
    readonly inFront: boolean;
    readonly focus: boolean;
    readonly selection?: { readonly anchor: number; readonly head: number };
  };
  /** The updates since version `version`, by all windows. A window's own updates confirm its changes. */
  "document.updates": {
    readonly document: string;
    readonly version: number;
    readonly updates: readonly ({ readonly clientId: string; readonly changes: unknown } & Omit<
      ReviewUpdate,
      "changes"
    >)[];
  };
  "tree.changed": { readonly path: string; readonly entries: readonly TreeEntry[] };
  /** Answered with `flushed` when all changes so far have been confirmed. */
  flush: { readonly flush: number };
  /** A review has ended, and if it was accepted, it is known whether the file was written. */
  "review.ended": ReviewRecord;
  /** Another window changed the comments on a review. */
  "review.comments": { readonly review: string; readonly comments: readonly ReviewComment[] };
  "terminal.output": { readonly data: string };
  "terminal.ended": { readonly exitCode: number };
}
export type EventName = keyof Events;

/** A frame from the page, after the hello that the page server handles. */
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
