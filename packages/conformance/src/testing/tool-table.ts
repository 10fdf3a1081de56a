/** The tools of the test endpoint. */
import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import {
  answers,
  type CallToolResult,
  errorCodes,
  RpcError,
  type ToolArguments,
  type ToolDefinition,
  toFileUri,
  toolInputSchemas,
  toolNames,
  tools,
} from "@tandem-ide/protocol";
import type { Schema } from "../expect.js";
import { selectionBetween, type Tab } from "./fake-editor.js";
import { parse } from "./mcp-methods.js";
import type { Call, Method, Session } from "./parts.js";
import { currentSelection } from "./request-methods.js";

export function text(...lines: string[]): CallToolResult {
  return { content: lines.map((line) => ({ type: "text", text: line })) };
}

export function json(value: unknown): CallToolResult {
  return text(JSON.stringify(value));
}

function tool<T>(schema: Schema<T>, run: (args: T, call: Call) => CallToolResult | Promise<CallToolResult>): Method {
  return (args, call) => run(parse(schema, args, "arguments"), call);
}

/** The result of tools/list. */
export function definitions(): ToolDefinition[] {
  return toolNames.map((name) => ({
    name,
    description: tools[name].description,
    inputSchema: structuredClone(toolInputSchemas[name]),
  }));
}

/** The offsets that openFile selects, or the missing text. */
function locate(content: string, args: ToolArguments<"openFile">): { start: number; end: number } | string {
  const lines = content.split("\n");
  const offsetOf = (line: number) => lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  if (args.startLine !== undefined) {
    const endLine = args.endLine ?? args.startLine;
    return { start: offsetOf(args.startLine), end: offsetOf(endLine) + (lines[endLine - 1] ?? "").length };
  }
  if (!args.startText) return { start: 0, end: 0 };
  const start = content.indexOf(args.startText);
  if (start < 0) return args.startText;
  let end = start + args.startText.length;
  if (args.endText) {
    const found = content.indexOf(args.endText, end);
    if (found < 0) return args.endText;
    end = found + args.endText.length;
  }
  const lineEnd = content.indexOf("\n", end);
  return { start, end: args.selectToEndOfLine && lineEnd >= 0 ? lineEnd : end };
}

function cursorOnly(place: ReturnType<typeof locate>): ReturnType<typeof locate> {
  return typeof place === "string" ? place : { start: place.start, end: place.start };
}

async function openFile(args: ToolArguments<"openFile">, { session }: Call): Promise<CallToolResult> {
  const { filePath } = args;
  if (args.endText && !args.startText) throw new RpcError(errorCodes.invalidParams, '"endText" needs "startText"');
  const isFile = await stat(filePath).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isFile) return { ...text(`there is no file ${filePath}`), isError: true };
  const tab: Tab = { path: filePath, text: await readFile(filePath, "utf8") };
  const { startText: _, ...withoutText } = args;
  const isOutside = session.parts.isOutside(session.folder, filePath);
  const place = isOutside ? cursorOnly(locate(tab.text, withoutText)) : locate(tab.text, args);
  const found = typeof place === "string" ? { start: 0, end: 0 } : place;
  session.editor.open(tab, selectionBetween(tab, found.start, found.end));
  if (!args.makeFrontmost)
    return json({ success: true, filePath, languageId: "plaintext", lineCount: tab.text.split("\n").length });
  return text(`Opened file: ${filePath}${typeof place === "string" ? ` (not found: ${place})` : ""}`);
}

function openDiff({ tab_name: name }: ToolArguments<"openDiff">, { session, signal }: Call): Promise<CallToolResult> {
  session.diffs.get(name)?.();
  return new Promise((resolve) => {
    const reject = () => {
      if (session.diffs.get(name) === reject) session.diffs.delete(name);
      resolve(text(answers.diffRejected, name));
    };
    session.diffs.set(name, reject);
    signal.addEventListener("abort", reject);
  });
}

function openEditors({ editor }: Session): CallToolResult {
  const tabs = editor.tabs.map((tab) => ({
    uri: toFileUri(tab.path),
    isActive: tab === editor.active,
    isPinned: false,
    isPreview: false,
    isDirty: false,
    label: basename(tab.path),
    groupIndex: 0,
    viewColumn: 1,
    isGroupActive: true,
    fileName: tab.path,
    languageId: "plaintext",
    lineCount: tab.text.split("\n").length,
    isUntitled: false,
  }));
  return json({ tabs });
}

/** Returns the response about a document, or that it isn't open. */
function whenOpen({ editor }: Session, filePath: string, state: Record<string, unknown>): CallToolResult {
  const isOpen = editor.tabs.some(({ path }) => path === filePath);
  return json(
    isOpen ? { success: true, filePath, ...state } : { success: false, message: `Document not open: ${filePath}` },
  );
}

export const toolTable: ReadonlyMap<string, Method> = new Map<string, Method>([
  ["openDiff", tool(tools.openDiff.arguments, openDiff)],
  ["openFile", tool(tools.openFile.arguments, openFile)],
  [
    "getCurrentSelection",
    tool(tools.getCurrentSelection.arguments, (_, { session }) =>
      json(currentSelection(session, "No active editor found")),
    ),
  ],
  [
    "getLatestSelection",
    tool(tools.getLatestSelection.arguments, (_, { session }) =>
      json(currentSelection(session, "No selection available")),
    ),
  ],
  ["getOpenEditors", tool(tools.getOpenEditors.arguments, (_, { session }) => openEditors(session))],
  [
    "getWorkspaceFolders",
    tool(tools.getWorkspaceFolders.arguments, (_, { session: { folder: path } }) =>
      json({ success: true, folders: [{ name: basename(path), uri: toFileUri(path), path }], rootPath: path }),
    ),
  ],
  [
    "getDiagnostics",
    tool(tools.getDiagnostics.arguments, ({ uri }) => json(uri === undefined ? [] : [{ uri, diagnostics: [] }])),
  ],
  [
    "checkDocumentDirty",
    tool(tools.checkDocumentDirty.arguments, ({ filePath }, { session }) =>
      whenOpen(session, filePath, { isDirty: false, isUntitled: false }),
    ),
  ],
  [
    "saveDocument",
    tool(tools.saveDocument.arguments, ({ filePath }, { session }) =>
      whenOpen(session, filePath, { saved: true, message: "Saved" }),
    ),
  ],
  [
    "close_tab",
    tool(tools.close_tab.arguments, ({ tab_name: name }, { session }) => {
      session.diffs.get(name)?.();
      session.editor.close(name);
      return text(answers.tabClosed);
    }),
  ],
  [
    "closeAllDiffTabs",
    tool(tools.closeAllDiffTabs.arguments, (_, { session }) => {
      const pending = [...session.diffs.values()];
      for (const reject of pending) reject();
      return text(answers.closedDiffTabs(pending.length));
    }),
  ],
  ["executeCode", tool(tools.executeCode.arguments, () => text("ran"))],
]);
