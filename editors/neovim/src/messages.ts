/** What the sidecar receives from Neovim, as schemas: input is parsed once, where it comes in. */
import { workspaceRequestModes } from "@tandem/protocol/plain";
import * as z from "zod/mini";

/** An empty table of Lua arrives as an empty list, also where it has fields that are all nil. */
function table<T extends z.ZodMiniType>(schema: T) {
  return z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)),
    schema,
  );
}

const position = z.object({ line: z.number(), character: z.number() });
const range = z.object({ start: position, end: position });

/** The first message: what is to be served, and where it was served before a crash. */
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
    withhold: z.array(z.string()),
    workspaceRequests: z.enum(workspaceRequestModes),
    paused: z.boolean(),
    hasLanguageServers: z.boolean(),
    hasCode: z.boolean(),
  }),
});
export type StartMessage = z.infer<typeof startSchema>;

export const selectionSchema = z.object({
  path: z.string(),
  text: z.string(),
  range,
  cursor: z.optional(position),
});

/** The text of a review's result, as its buffer has it. */
const toldText = z.object({ text: z.string(), isEmpty: z.boolean(), eol: z.optional(z.boolean()) });

/** A decision about the hunks at these lines of one of the two texts, counted from 1. */
const hunkChoice = z.object({
  decision: z.enum(["accepted", "rejected"]),
  side: z.enum(["old", "new"]),
  first: z.number(),
  last: z.number(),
  isRange: z.boolean(),
});
export type HunkChoice = z.infer<typeof hunkChoice>;

/** What Neovim tells, by the name of the notification. */
export const eventSchemas = {
  selection: table(z.object({ selection: z.optional(selectionSchema) })),
  folders: z.object({ folders: z.array(z.string()) }),
  decided: z.union([
    z.object({
      id: z.string(),
      accepted: z.literal(true),
      told: z.optional(toldText),
      choices: z.array(hunkChoice),
    }),
    z.object({ id: z.string(), accepted: z.literal(false) }),
  ]),
  /** The result's buffer has the edits that were answered last. */
  review_updated: z.object({ id: z.string() }),
  diagnostics_changed: z.unknown(),
  code_answer: z.object({ id: z.string(), answer: z.enum(["once", "always", "never"]) }),
} as const;
export type EventName = keyof typeof eventSchemas;
export type EventParams<Name extends EventName> = z.infer<(typeof eventSchemas)[Name]>;

/** What Neovim asks, by the name of the request; each answer goes back with the request's number. */
export const requestSchemas = {
  mention: z.object({
    path: z.string(),
    lines: z.optional(z.object({ start: z.number(), end: z.number() })),
  }),
  pause: z.object({ paused: z.boolean() }),
  /** The result's text has changed, or hunks are decided; `isReset` where it is the proposed one again. */
  update_review: z.object({
    id: z.string(),
    told: toldText,
    choices: z.array(hunkChoice),
    isReset: z.boolean(),
  }),
  /** Code that was always allowed in these folders is not any more. */
  ask_again: z.unknown(),
  /** Text that was typed into reviews which nobody waits for any more. */
  drafts: z.unknown(),
  discard_drafts: z.object({ ids: z.array(z.string()) }),
} as const;
export type RequestName = keyof typeof requestSchemas;
export type RequestParams<Name extends RequestName> = z.infer<(typeof requestSchemas)[Name]>;

/** What Lua answers to a call: a value, or words for people. */
export const answerSchema = table(
  z.object({ value: z.optional(z.unknown()), problem: z.optional(z.string()), trace: z.optional(z.string()) }),
);

const severity = z.enum(["Error", "Warning", "Info", "Hint"]);

/** The values that Lua answers, by the method that was called. */
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
    /** Neovim is leaving the mode that it is in, and is to be asked again. */
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
