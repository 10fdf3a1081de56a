/**
 * All that a page and its host say to each other. The host asks, the page answers and tells. A page is trusted less than
 * the process that has Node, so whatever comes from it is held against these schemas there; the page itself uses their
 * types alone.
 */
import type { PackedReview } from "@tandem/base/review";
import type { ClientStatus, DiffProposal, EndpointStatus, MentionOutcome } from "@tandem/server";
import * as z from "zod/mini";

const index = z.number().check(z.gte(0), z.int());
const name = z.string().check(z.minLength(1), z.maxLength(32_768));
/** No text of an editor is larger; a page that sends more is broken. */
const text = z.string().check(z.maxLength(256 * 1024 * 1024));
const position = z.object({ line: index, character: index });
const range = z.object({ start: position, end: position });
const lines = z.object({ start: index, end: index });
const nothing = z.object({});

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
  proposed: lineTexts,
  wanted: lineTexts,
});
/** A `PackedReview`. */
const draft = z.object({ result: z.optional(text), hunks: z.readonly(z.array(hunk)) });

/** What the page tells. */
export const toldSchemas = {
  /** First of all: what the application can do. */
  joined: z.object({ canSave: z.boolean() }),
  /** What is selected in the file in front; null when no file is. */
  selectionChanged: z.object({ selection: z.nullable(selection) }),
  /** The user is in this window now. */
  focused: nothing,
  /** Where the user is with a review. */
  draftChanged: z.object({ id: name, draft }),
};

/** What the page asks. */
export const askedSchemas = {
  mention: z.object({ path: name, lines: z.optional(lines) }),
  setPaused: z.object({ isPaused: z.boolean() }),
};

/** What the page answers, by the host's question. */
export const answerSchemas = {
  selection: z.nullable(selection),
  tabs: z.array(tab),
  /** `text` where it was asked for. */
  openFile: z.object({ languageId: z.string(), lineCount: index, text: z.optional(text) }),
  select: z.nullable(nothing),
  /** False when the file is not open. */
  save: z.boolean(),
  closeTab: z.enum(["closed", "not found", "unsaved changes"]),
  diagnostics: z.object({
    files: z.array(z.object({ path: name, diagnostics: z.array(diagnostic) })),
    isCurrent: z.boolean(),
  }),
  review: z.union([z.object({ accepted: z.literal(true), text }), z.object({ accepted: z.literal(false) })]),
};

export type Told = { [Name in keyof typeof toldSchemas]: z.infer<(typeof toldSchemas)[Name]> };
export type Asked = { [Name in keyof typeof askedSchemas]: z.infer<(typeof askedSchemas)[Name]> };
export type Answers = { [Name in keyof typeof answerSchemas]: z.infer<(typeof answerSchemas)[Name]> };
export type WireTab = z.infer<typeof tab>;
export type WireSelection = z.infer<typeof selection>;

/** What the host asks. */
export interface Questions {
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
  /** An abort means: answer now with what is known. */
  readonly diagnostics: { readonly path?: string };
  /** Waits for the user. An abort takes the view away. */
  readonly review: { readonly proposal: DiffProposal; readonly draft?: PackedReview };
}

/** What the page is answered. */
export interface AskedAnswers {
  readonly mention: MentionOutcome;
  readonly setPaused: null;
}

/**
 * What a status bar may want to show.
 *
 * @example
 * bar.textContent = status.clients.length > 0 ? "Claude is connected" : "Claude is not connected";
 */
export interface TandemStatus extends Pick<EndpointStatus, "queuedMentions" | "isPaused" | "lastShared"> {
  /** The connected clients. */
  readonly clients: readonly Pick<ClientStatus, "id" | "name" | "version" | "isListening">[];
}

/** What the host tells. */
export interface HostTold {
  readonly statusChanged: TandemStatus;
}
