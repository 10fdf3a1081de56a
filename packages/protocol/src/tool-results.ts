/** Tool results: the JSON inside the text items, and a decoder for each tool. */
import * as z from "zod/mini";
import { positionSchema, rangeSchema, selectionRangeSchema } from "./geometry-schema.js";
import type { CallToolResult, Content } from "./mcp.js";
import type { ToolName } from "./tools.js";

const refusal = z.looseObject({ success: z.literal(false), message: z.string() });

/** getCurrentSelection, getLatestSelection */
export const selectionResultSchema = z.union([
  z.looseObject({
    success: z.literal(true),
    text: z.string(),
    filePath: z.string(),
    fileUrl: z.string(),
    selection: selectionRangeSchema,
  }),
  refusal,
]);
export type SelectionResult = z.infer<typeof selectionResultSchema>;

export const openEditorSchema = z.looseObject({
  uri: z.string(),
  isActive: z.boolean(),
  isPinned: z.boolean(),
  isPreview: z.boolean(),
  isDirty: z.boolean(),
  label: z.string(),
  groupIndex: z.int(),
  viewColumn: z.int(),
  isGroupActive: z.boolean(),
  fileName: z.string(),
  languageId: z.string(),
  lineCount: z.int(),
  isUntitled: z.boolean(),
  selection: z.optional(selectionRangeSchema),
});
export const openEditorsResultSchema = z.looseObject({ tabs: z.array(openEditorSchema) });
export type OpenEditorsResult = z.infer<typeof openEditorsResultSchema>;

export const workspaceFoldersResultSchema = z.looseObject({
  success: z.boolean(),
  folders: z.array(z.looseObject({ name: z.string(), uri: z.string(), path: z.string() })),
  rootPath: z.optional(z.string()),
});
export type WorkspaceFoldersResult = z.infer<typeof workspaceFoldersResultSchema>;

export const severities = ["Error", "Warning", "Info", "Hint"] as const;
export const diagnosticSchema = z.looseObject({
  message: z.string(),
  severity: z.enum(severities),
  range: rangeSchema,
  source: z.optional(z.string()),
  code: z.optional(z.union([z.string(), z.number()])),
});
export const diagnosticsResultSchema = z.array(
  z.looseObject({ uri: z.string(), diagnostics: z.array(diagnosticSchema) }),
);
export type WireDiagnostic = z.infer<typeof diagnosticSchema>;
export type DiagnosticsResult = z.infer<typeof diagnosticsResultSchema>;

export const dirtyResultSchema = z.union([
  z.looseObject({ success: z.literal(true), filePath: z.string(), isDirty: z.boolean(), isUntitled: z.boolean() }),
  refusal,
]);
export type DirtyResult = z.infer<typeof dirtyResultSchema>;

export const saveResultSchema = z.union([
  z.looseObject({ success: z.literal(true), filePath: z.string(), saved: z.boolean(), message: z.string() }),
  refusal,
]);
export type SaveResult = z.infer<typeof saveResultSchema>;

/** openFile with `makeFrontmost: false` */
export const openedFileSchema = z.looseObject({
  success: z.literal(true),
  filePath: z.string(),
  languageId: z.string(),
  lineCount: z.int(),
  message: z.optional(z.string()),
});
export type OpenedFileResult = z.infer<typeof openedFileSchema>;

/** workspace/selection: the result of getCurrentSelection and the cursor. */
export const workspaceSelectionSchema = z.union([
  z.looseObject({
    success: z.literal(true),
    text: z.string(),
    filePath: z.string(),
    fileUrl: z.string(),
    selection: selectionRangeSchema,
    cursor: positionSchema,
  }),
  refusal,
]);
export type WorkspaceSelectionResult = z.infer<typeof workspaceSelectionSchema>;

/** The first text item of the result of `openDiff`, `close_tab` and `closeAllDiffTabs`. */
export const answers = {
  fileSaved: "FILE_SAVED",
  diffRejected: "DIFF_REJECTED",
  tabClosed: "TAB_CLOSED",
  closedDiffTabs: (count: number): string => `CLOSED_${count}_DIFF_TABS`,
} as const;

/** The decoded result of `openDiff`. */
export type DiffAnswer = { decision: "saved"; text: string } | { decision: "rejected"; tabName: string };

/** The decoded result of each tool. */
export interface ToolResults {
  openDiff: DiffAnswer;
  openFile: OpenedFileResult | { message: string };
  getCurrentSelection: SelectionResult;
  getLatestSelection: SelectionResult;
  getOpenEditors: OpenEditorsResult;
  getWorkspaceFolders: WorkspaceFoldersResult;
  getDiagnostics: DiagnosticsResult;
  checkDocumentDirty: DirtyResult;
  saveDocument: SaveResult;
  close_tab: { message: string };
  closeAllDiffTabs: { closed: number };
  executeCode: readonly Content[];
}

/** A tool reported an error, or its result doesn't follow the protocol. */
export class ToolResultError extends Error {
  override readonly name = "ToolResultError";
}

function textAt(content: readonly Content[], index: number, tool: string): string {
  const item = content[index];
  if (item?.type !== "text") throw new ToolResultError(`${tool}: item ${index} of the result is not text`);
  return item.text;
}

function json<T>(schema: z.ZodMiniType<T>, content: readonly Content[], tool: string): T {
  const text = textAt(content, 0, tool);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ToolResultError(`${tool}: the result is not JSON: ${text.slice(0, 80)}`);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ToolResultError(`${tool}: the result has the wrong shape: ${text.slice(0, 200)}`);
  return parsed.data;
}

const decoders: { [N in ToolName]: (content: readonly Content[]) => ToolResults[N] } = {
  openDiff: (content) => {
    const word = textAt(content, 0, "openDiff");
    const second = textAt(content, 1, "openDiff");
    if (word === answers.fileSaved) return { decision: "saved", text: second };
    if (word === answers.diffRejected) return { decision: "rejected", tabName: second };
    throw new ToolResultError(`openDiff: unexpected result ${JSON.stringify(word.slice(0, 40))}`);
  },
  openFile: (content) =>
    textAt(content, 0, "openFile").startsWith("{")
      ? json(openedFileSchema, content, "openFile")
      : { message: textAt(content, 0, "openFile") },
  getCurrentSelection: (content) => json(selectionResultSchema, content, "getCurrentSelection"),
  getLatestSelection: (content) => json(selectionResultSchema, content, "getLatestSelection"),
  getOpenEditors: (content) => json(openEditorsResultSchema, content, "getOpenEditors"),
  getWorkspaceFolders: (content) => json(workspaceFoldersResultSchema, content, "getWorkspaceFolders"),
  getDiagnostics: (content) => json(diagnosticsResultSchema, content, "getDiagnostics"),
  checkDocumentDirty: (content) => json(dirtyResultSchema, content, "checkDocumentDirty"),
  saveDocument: (content) => json(saveResultSchema, content, "saveDocument"),
  close_tab: (content) => ({ message: textAt(content, 0, "close_tab") }),
  closeAllDiffTabs: (content) => {
    const match = /^CLOSED_(\d+)_DIFF_TABS$/.exec(textAt(content, 0, "closeAllDiffTabs"));
    if (!match) throw new ToolResultError("closeAllDiffTabs: the result is not CLOSED_<n>_DIFF_TABS");
    return { closed: Number(match[1]) };
  },
  executeCode: (content) => content,
};

/**
 * Decodes a tool's result. Throws {@link ToolResultError} for an error result or a wrong shape.
 *
 * @example
 * const answer = decodeToolResult("openDiff", result);
 * if (answer.decision === "saved") write(answer.text);
 */
export function decodeToolResult<N extends ToolName>(tool: N, result: CallToolResult): ToolResults[N] {
  if (result.isError) throw new ToolResultError(textAt(result.content, 0, tool));
  return decoders[tool](result.content);
}
