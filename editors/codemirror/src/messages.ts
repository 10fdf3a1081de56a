/**
 * The messages between a page and its host. Pages are less trusted than the process that runs Node, so the host validates
 * their messages with these schemas. Pages only use the types.
 */
import type { PackedReview, ReviewComment, ReviewRecord } from "@tandem-ide/base/review";
import { type ChangeResults, changeRequests, type ListedChanges } from "@tandem-ide/changes/remote";
import type { ClientStatus, DiffProposal, EndpointStatus, MentionOutcome } from "@tandem-ide/server";
import * as z from "zod/mini";

const index = z.number().check(z.gte(0), z.int());
const name = z.string().check(z.minLength(1), z.maxLength(32_768));
/** No editor has a larger text. A page that sends more is broken. */
const text = z.string().check(z.maxLength(256 * 1024 * 1024));
const position = z.object({ line: index, character: index });
const range = z.object({ start: position, end: position });
const lines = z.object({ start: index, end: index });
const empty = z.object({});

const selection = z.object({ path: name, text, range, cursor: position });

const tab = z.object({
  path: name,
  isActive: z.boolean(),
  isDirty: z.boolean(),
  label: z.string(),
  languageId: z.string(),
  lineCount: z.number().check(z.gte(1), z.int()),
  isPinned: z.boolean(),
  isPreview: z.boolean(),
  isUntitled: z.boolean(),
  groupIndex: index,
  isGroupActive: z.boolean(),
  selection: z.optional(range),
});

const diagnostic = z.object({
  message: z.string(),
  severity: z.enum(["Error", "Warning", "Info", "Hint"]),
  range,
  source: z.optional(z.string()),
});

const lineTexts = z.optional(z.nullable(z.readonly(z.array(text))));
const hunk = z.object({
  oldStart: index,
  oldEnd: index,
  count: index,
  isAccepted: z.boolean(),
  isCoarse: z.optional(z.boolean()),
  proposed: lineTexts,
  wanted: lineTexts,
});
const comments = z.readonly(z.array(z.object({ line: index, text })));
/** A `PackedReview`. */
const draft = z.object({ result: z.optional(text), hunks: z.readonly(z.array(hunk)) });

/** Notifications from the page. */
export const pageEventSchemas = {
  /** Sent first: what the application can do. */
  joined: z.object({ canSave: z.boolean() }),
  /** The selection in the active file; null if there is none. */
  selectionChanged: z.object({ selection: z.nullable(selection) }),
  /** This window got focus. */
  focused: empty,
  /** The user has edited or decided part of a review. */
  draftChanged: z.object({ id: name, draft }),
  /** All comments on a review. */
  commented: z.object({ id: name, comments }),
};

/** Requests from the page. */
export const pageRequestSchemas = {
  mention: z.object({ path: name, lines: z.optional(lines) }),
  setPaused: z.object({ isPaused: z.boolean() }),
  endedReviews: empty,
  // A decision names a change that the host knows. It has no text, so a page can't make an undo write any.
  ...changeRequests,
};

/** The page's results, by the host's request. */
export const hostResultSchemas = {
  selection: z.nullable(selection),
  tabs: z.array(tab),
  /** With `text` if it was requested. */
  openFile: z.object({ languageId: z.string(), lineCount: index, text: z.optional(text) }),
  select: z.nullable(empty),
  /** False if the file is not open. */
  save: z.boolean(),
  closeTab: z.enum(["closed", "not found", "unsaved changes"]),
  diagnostics: z.object({
    files: z.array(z.object({ path: name, diagnostics: z.array(diagnostic) })),
    isCurrent: z.boolean(),
  }),
  review: z.union([
    z.object({ accepted: z.literal(true), text }),
    z.object({ accepted: z.literal(false), reason: z.optional(text) }),
  ]),
};

export type PageEvents = { [Name in keyof typeof pageEventSchemas]: z.infer<(typeof pageEventSchemas)[Name]> };
export type PageRequests = { [Name in keyof typeof pageRequestSchemas]: z.infer<(typeof pageRequestSchemas)[Name]> };
export type HostResults = { [Name in keyof typeof hostResultSchemas]: z.infer<(typeof hostResultSchemas)[Name]> };
export type WireTab = z.infer<typeof tab>;
export type WireSelection = z.infer<typeof selection>;

/** Requests from the host. */
export interface HostRequests {
  readonly selection: Record<string, never>;
  readonly tabs: Record<string, never>;
  readonly openFile: {
    readonly path: string;
    readonly preview: boolean;
    readonly takeFocus: boolean;
    readonly wantsText: boolean;
  };
  readonly select: { readonly path: string; readonly range: z.infer<typeof range> };
  readonly save: { readonly path: string };
  readonly closeTab: { readonly label: string };
  /** An abort means: return what is known now. */
  readonly diagnostics: { readonly path?: string };
  /** Waits for the user. An abort closes the view. */
  readonly review: {
    readonly proposal: DiffProposal;
    readonly draft?: PackedReview;
    readonly comments: readonly ReviewComment[];
    /** The file is hidden from clients. */
    readonly isHidden: boolean;
    /** The file is no longer the one that the proposal is based on. */
    readonly isOutdated: boolean;
  };
}

/** The host's results, by the page's request. */
export interface PageResults extends ChangeResults {
  readonly mention: MentionOutcome;
  readonly setPaused: null;
  /** Newest first. */
  readonly endedReviews: readonly EndedReview[];
}

/** How a review ended, with the name to show for its file. */
export interface EndedReview {
  readonly record: ReviewRecord;
  readonly file: string;
}

/**
 * The status, for example for a status bar.
 *
 * @example
 * bar.textContent = status.clients.length > 0 ? "Claude is connected" : "Claude is not connected";
 */
export interface TandemStatus extends Pick<EndpointStatus, "queuedMentions" | "isPaused" | "lastShared"> {
  readonly clients: readonly Pick<ClientStatus, "id" | "name" | "version" | "isListening">[];
}

/** Notifications from the host. */
export interface HostEvents {
  /** The user's acceptance isn't possible now, for this reason. The review comes back. */
  readonly notAcceptable: { readonly why: string };
  /** The file of a review is no longer the one that the proposal is based on, or is again. */
  readonly reviewOutdated: { readonly id: string; readonly isOutdated: boolean };
  /** A review has ended, and it is known whether the client wrote the file. Sent to the active window. */
  readonly reviewEnded: EndedReview;
  readonly statusChanged: TandemStatus;
  /** Without a list, only listed files have changed on disk. */
  readonly changesChanged: { readonly list?: ListedChanges };
}
