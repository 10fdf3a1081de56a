/** Lists and calls tools. */
import { messageOf, stackOf } from "@tandem-ide/base";
import {
  type CallToolResult,
  errorCodes,
  isToolName,
  RpcError,
  tools as schemas,
  type ToolDefinition,
  type ToolName,
  toolInputSchemas,
  toolNames,
} from "@tandem-ide/protocol";
import type { Editor } from "../../../hub/editor.js";
import type { Hub } from "../../../hub/hub.js";
import { sharingIsPaused } from "../../../hub/privacy/privacy.js";
import { SharingPaused } from "../../../hub/sharing-gate.js";
import { isRefusal } from "../../../json-rpc/answers.js";
import type { RequestContext } from "../../../json-rpc/receiver.js";
import { parseCall } from "./call-params.js";
import { checkDocumentDirty } from "./check-document-dirty.js";
import { closeAllDiffTabs } from "./close-all-diff-tabs.js";
import { closeTab } from "./close-tab.js";
import { executeCode } from "./execute-code.js";
import { getCurrentSelection } from "./get-current-selection.js";
import { getDiagnostics } from "./get-diagnostics.js";
import { getLatestSelection } from "./get-latest-selection.js";
import { getOpenEditors } from "./get-open-editors.js";
import { getWorkspaceFolders } from "./get-workspace-folders.js";
import { openDiff } from "./open-diff.js";
import { openFile } from "./open-file.js";
import { saveDocument } from "./save-document.js";
import { failure, type Tool } from "./tool.js";
import { type Caller, ToolCall } from "./tool-call.js";

/** To add a tool, add its schema in @tandem-ide/protocol, its file, a line here and a test. */
export const toolSpecs: Readonly<Record<ToolName, Tool>> = {
  openDiff,
  openFile,
  getCurrentSelection,
  getLatestSelection,
  getOpenEditors,
  getWorkspaceFolders,
  getDiagnostics,
  checkDocumentDirty,
  saveDocument,
  close_tab: closeTab,
  closeAllDiffTabs,
  executeCode,
};

function isOffered(name: ToolName, editor: Editor): boolean {
  return toolSpecs[name].needs.every((method) => editor[method] !== undefined);
}

function offeredBy(editor: Editor): ToolName[] {
  return toolNames.filter((name) => isOffered(name, editor));
}

/** Returns the tools that this editor supports. */
export function listTools(editor: Editor): ToolDefinition[] {
  return offeredBy(editor).map((name) => ({
    name,
    description: schemas[name].description,
    inputSchema: toolInputSchemas[name],
  }));
}

/** Calls a tool. Unknown tools and invalid arguments throw -32602, and a tool that fails returns isError (ERR-02). */
export function callTool(params: unknown, hub: Hub, caller: Caller, request: RequestContext): Promise<CallToolResult> {
  const { name, arguments: raw = {}, _meta: meta } = parseCall(params);
  const { editor } = hub;
  const refuse = (reason: string) =>
    new RpcError(errorCodes.invalidParams, `${reason}. ${editor.name} offers ${offeredBy(editor).join(", ")}.`);
  if (!isToolName(name)) throw refuse(`Unknown tool: ${name}`);
  if (!isOffered(name, editor)) throw refuse(`${editor.name} doesn't support ${name}`);
  const tool = toolSpecs[name];
  const run = tool.prepare(raw);
  const progressToken = meta?.progressToken;
  const begin = () => finish(name, run, new ToolCall(hub, caller, request, progressToken));
  const { whilePaused } = tool;
  // Isn't awaited, because this frame would retain the params while the user decides.
  if (whilePaused === "refused") return refusedWhilePaused(hub.gate.pass(request, begin));
  if (whilePaused === "finishes" && hub.privacy.isPaused) return Promise.resolve(failure(sharingIsPaused));
  return refusedWhilePaused(begin());
}

async function refusedWhilePaused(answer: Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SharingPaused) return failure(error.message);
    throw error;
  }
}

async function finish(name: ToolName, run: ReturnType<Tool["prepare"]>, call: ToolCall): Promise<CallToolResult> {
  try {
    return await run(call);
  } catch (error) {
    if (isRefusal(error) || call.request.isAborted) throw error;
    call.hub.log.error(`${name} failed: ${messageOf(error)}`, { stack: stackOf(error) });
    return failure(`${name} failed: ${messageOf(error)}`);
  } finally {
    call.end();
  }
}
