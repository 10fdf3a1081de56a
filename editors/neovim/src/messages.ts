/** Schemas of the messages from Neovim. */
import { workspaceRequestModes } from "@tandem-ide/protocol/schema-free";
import * as z from "zod/mini";

/** An empty Lua table, or one whose fields are all nil, arrives as an empty list. */
function table<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)),
    schema,
  );
}

const position = z.object({ line: z.number(), character: z.number() });
const range = z.object({ start: position, end: position });

/** The first message, with the options, and the address of the sidecar before a crash. */
export const startSchema = z.object({
  pid: z.number(),
  version: z.string(),
  folders: z.array(z.string()),
  address: z.optional(z.object({ port: z.number(), auth_token: z.string() })),
  options: z.object({
    logLevel: z.enum(["error", "warn", "info", "debug"]),
    logBodies: z.boolean(),
    logFile: z.string(),
    clients: z.enum(["many", "single"]),
    maxClients: z.number(),
    reject: z.union([z.literal(401), z.literal(1008)]),
    portRange: z.object({ min: z.number(), max: z.number() }),
    hiddenFiles: z.array(z.string()),
    workspaceRequests: z.enum(workspaceRequestModes),
    paused: z.boolean(),
    hasLanguageServers: z.boolean(),
    hasCode: z.boolean(),
    hasChanges: z.boolean(),
  }),
});
export type StartMessage = z.infer<typeof startSchema>;

export const selectionSchema = z.object({
  path: z.string(),
  text: z.string(),
  range,
  cursor: z.optional(position),
});

/** The text of a review's result buffer. */
const editedText = z.object({ text: z.string(), isEmpty: z.boolean(), eol: z.optional(z.boolean()) });

/** A decision about the hunks at these lines of one of the two texts, from 1. */
const hunkChoice = z.object({
  decision: z.enum(["accepted", "rejected"]),
  side: z.enum(["old", "new"]),
  first: z.number(),
  last: z.number(),
  isRange: z.boolean(),
});
export type HunkChoice = z.infer<typeof hunkChoice>;

/** A comment on a line of the result, from 0. */
const comment = z.object({ line: z.number(), text: z.string() });

/** Events from Neovim, by name. */
export const eventSchemas = {
  selection: table(z.object({ selection: z.optional(selectionSchema) })),
  folders: z.object({ folders: z.array(z.string()) }),
  decided: z.union([
    z.object({
      id: z.string(),
      accepted: z.literal(true),
      content: z.optional(editedText),
      choices: z.array(hunkChoice),
      comments: z.array(comment),
    }),
    z.object({
      id: z.string(),
      accepted: z.literal(false),
      reason: z.optional(z.string()),
      comments: z.array(comment),
    }),
  ]),
  /** The user has closed the view of a review. */
  view_closed: z.object({
    id: z.string(),
    content: editedText,
    choices: z.array(hunkChoice),
    comments: z.array(comment),
  }),
  view_reopened: z.object({ id: z.string() }),
  /** The user's comments on lines of a review. */
  comments: z.object({ id: z.string(), comments: z.array(comment) }),
  /** The edits of the last response have been applied. */
  review_updated: z.object({ id: z.string() }),
  diagnostics_changed: z.unknown(),
  code_answer: z.object({ id: z.string(), answer: z.enum(["once", "always", "never"]) }),
  /** The files in buffers. */
  open_files: z.object({ paths: z.array(z.string()) }),
  /** The user wrote, renamed or deleted a file. `isGone` if only its absence was noticed. */
  saved: z.object({ path: z.string(), isGone: z.boolean() }),
  /** Whether the list of changes, or the review of one, is shown. */
  changes_shown: z.object({ isShown: z.boolean() }),
  focused: z.unknown(),
} as const;
export type EventName = keyof typeof eventSchemas;
export type EventParams<Name extends EventName> = z.infer<(typeof eventSchemas)[Name]>;

/** Requests from Neovim, by name. */
export const requestSchemas = {
  mention: z.object({
    path: z.string(),
    lines: z.optional(z.object({ start: z.number(), end: z.number() })),
  }),
  pause: z.object({ paused: z.boolean() }),
  /** The text has changed, or hunks were decided; `isReset` if the proposed text was restored. */
  update_review: z.object({
    id: z.string(),
    content: editedText,
    choices: z.array(hunkChoice),
    isReset: z.boolean(),
  }),
  /** Undoes "always allow code" for these folders. */
  ask_again: z.unknown(),
  /** Edits in reviews that ended without a decision. */
  drafts: z.unknown(),
  /** Whether the screen of a terminal shows Claude Code's empty prompt. */
  is_idle: z.object({ screen: z.string() }),
  /** How the last reviews ended. */
  decisions: z.unknown(),
  discard_drafts: z.object({ ids: z.array(z.string()) }),
  /** The list of changes; `toggled` are the rows that the user opened or closed. */
  changes: z.object({ toggled: z.array(z.string()) }),
  /** A changed file; without a turn, the newest one that changed it. */
  open_change: table(z.object({ path: z.string(), turn: z.optional(z.string()) })),
  decide_change: z.object({
    decision: z.enum(["keep", "undo"]),
    turn: z.optional(z.string()),
    path: z.optional(z.string()),
    /** The whole turn; without its id, the newest one that changed the file. */
    isTurn: z.boolean(),
    hunks: z.optional(z.object({ version: z.string(), indexes: z.array(z.number()) })),
    isConfirmed: z.boolean(),
  }),
  /** Without an id, what was undone last. */
  restore_change: z.object({ id: z.optional(z.string()), isConfirmed: z.boolean() }),
  start_over: z.unknown(),
} as const;
export type RequestName = keyof typeof requestSchemas;
export type RequestParams<Name extends RequestName> = z.infer<(typeof requestSchemas)[Name]>;

/** The response to a call: a value, or a message for the user. */
export const answerSchema = table(
  z.object({ value: z.optional(z.unknown()), problem: z.optional(z.string()), trace: z.optional(z.string()) }),
);

const severity = z.enum(["Error", "Warning", "Info", "Hint"]);

/** The results of calls. */
export const results = {
  nothing: z.unknown(),
  selection: z.optional(selectionSchema),
  openEditors: z.array(
    z.object({
      path: z.string(),
      isActive: z.boolean(),
      isDirty: z.boolean(),
      languageId: z.string(),
      lineCount: z.number(),
      groupIndex: z.number(),
      isGroupActive: z.boolean(),
    }),
  ),
  documentState: z.optional(z.object({ isDirty: z.boolean(), isUntitled: z.boolean() })),
  openedFile: z.discriminatedUnion("isBusy", [
    /** Neovim is leaving the current mode: call again. */
    z.object({ isBusy: z.literal(true) }),
    z.object({
      isBusy: z.literal(false),
      buffer: z.number(),
      languageId: z.string(),
      lineCount: z.number(),
      text: z.optional(z.string()),
    }),
  ]),
  saved: z.optional(z.literal(true)),
  closedTab: z.enum(["closed", "not found", "unsaved changes"]),
  diagnostics: z.object({
    files: z.array(
      z.object({
        path: z.string(),
        diagnostics: z.array(
          z.object({
            message: z.string(),
            severity,
            range,
            source: z.optional(z.string()),
            code: z.optional(z.union([z.string(), z.number()])),
          }),
        ),
      }),
    ),
    isCurrent: z.boolean(),
    isOpen: z.boolean(),
  }),
} as const;
