/** Notifications in both directions. */
import * as z from "zod/mini";
import { rangeSchema, selectionRangeSchema } from "./geometry-schema.js";
import { cancelledParamsSchema, ideConnectedSchema, progressParamsSchema } from "./mcp.js";

/**
 * NOT-01. Without `filePath` it clears the client's indicator, as when the file was closed (docs/protocol.md, section 4).
 */
export const selectionChangedSchema = z.looseObject({
  text: z.string(),
  filePath: z.optional(z.string()),
  fileUrl: z.optional(z.string()),
  selection: selectionRangeSchema,
});
export type SelectionChanged = z.infer<typeof selectionChangedSchema>;

const line = z.int().check(z.nonnegative());

/**
 * NOT-02. Lines are counted from 0 and are inclusive. For a whole file they are left out, because the client drops a
 * message with null.
 */
export const atMentionedSchema = z.looseObject({
  filePath: z.string(),
  lineStart: z.optional(line),
  lineEnd: z.optional(line),
});
export type AtMentioned = z.infer<typeof atMentionedSchema>;

/** NOT-03. Telemetry for the client. The host application decides whether to send any. */
export const logEventSchema = z.looseObject({ eventName: z.string(), eventData: z.record(z.string(), z.unknown()) });
export type LogEvent = z.infer<typeof logEventSchema>;

/** NOT-04. Another form of the active-file message that some editors send. Optional, in addition to `selection_changed`. */
export const didChangeActiveEditorSchema = z.looseObject({
  filePath: z.string(),
  text: z.string(),
  range: rangeSchema,
});
export type DidChangeActiveEditor = z.infer<typeof didChangeActiveEditorSchema>;

const noParamsSchema = z.optional(z.looseObject({}));

/** All notifications that an editor sends, by method. */
export const editorNotifications = {
  selection_changed: selectionChangedSchema,
  at_mentioned: atMentionedSchema,
  log_event: logEventSchema,
  "workspace/didChangeActiveEditor": didChangeActiveEditorSchema,
  "notifications/progress": progressParamsSchema,
  "notifications/tools/list_changed": noParamsSchema,
} as const;
export type EditorNotificationMethod = keyof typeof editorNotifications;
export type EditorNotificationParams<M extends EditorNotificationMethod> = z.infer<(typeof editorNotifications)[M]>;

/** All notifications that a client sends, by method. Both spellings of `initialized` are valid (MCP-02). */
export const clientNotifications = {
  "notifications/initialized": noParamsSchema,
  initialized: noParamsSchema,
  ide_connected: ideConnectedSchema,
  "notifications/cancelled": cancelledParamsSchema,
} as const;
export type ClientNotificationMethod = keyof typeof clientNotifications;
