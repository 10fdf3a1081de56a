/** The tools: which ones an editor offers, and a call to one, its arguments parsed at the door. */

import { messageOf, stackOf } from "@tandem/base";
import {
  type CallToolResult,
  errorCodes,
  isToolName,
  RpcError,
  tools as specs,
  type ToolDefinition,
  type ToolName,
  toolInputSchemas,
  toolNames,
} from "@tandem/protocol";
import type { Editor } from "../editor.js";
import { parsing } from "../parsing.js";
import type { RequestContext } from "../peer.js";
import { sharingIsPaused } from "../privacy.js";
import type { Services } from "../services.js";
import { SharingPaused } from "../sharing-gate.js";
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
import { failure, type ToolContext } from "./tool.js";
import { type Caller, ToolCall } from "./tool-call.js";

type Run = (context: ToolContext) => Promise<CallToolResult>;

const toolRuns: Readonly<Record<ToolName, (raw: unknown) => Run>> = {
  openDiff: parsing("openDiff", specs.openDiff.arguments, openDiff),
  openFile: parsing("openFile", specs.openFile.arguments, openFile),
  getCurrentSelection: parsing("getCurrentSelection", specs.getCurrentSelection.arguments, getCurrentSelection),
  getLatestSelection: parsing("getLatestSelection", specs.getLatestSelection.arguments, getLatestSelection),
  getOpenEditors: parsing("getOpenEditors", specs.getOpenEditors.arguments, getOpenEditors),
  getWorkspaceFolders: parsing("getWorkspaceFolders", specs.getWorkspaceFolders.arguments, getWorkspaceFolders),
  getDiagnostics: parsing("getDiagnostics", specs.getDiagnostics.arguments, getDiagnostics),
  checkDocumentDirty: parsing("checkDocumentDirty", specs.checkDocumentDirty.arguments, checkDocumentDirty),
  saveDocument: parsing("saveDocument", specs.saveDocument.arguments, saveDocument),
  close_tab: parsing("close_tab", specs.close_tab.arguments, closeTab),
  closeAllDiffTabs: parsing("closeAllDiffTabs", specs.closeAllDiffTabs.arguments, closeAllDiffTabs),
  executeCode: parsing("executeCode", specs.executeCode.arguments, executeCode),
};

/** The method that a tool needs of the editor; null for those that the endpoint can always serve. */
const needs: Readonly<Record<ToolName, keyof Editor | null>> = {
  openDiff: "reviewDiff",
  openFile: "openFile",
  getCurrentSelection: "currentSelection",
  getLatestSelection: null,
  getOpenEditors: "openEditors",
  getWorkspaceFolders: null,
  getDiagnostics: "diagnostics",
  checkDocumentDirty: "documentState",
  saveDocument: "saveDocument",
  close_tab: null,
  closeAllDiffTabs: null,
  executeCode: "runCode",
};

/**
 * What a pause does to a tool. `refused`: it does not start, and one that is under way tells nothing. `finishes`: it does not
 * start, and one that is under way goes on, because it tells only what the user decides. `works`: it tells nothing of the user's.
 */
export const whilePaused: Readonly<Record<ToolName, "refused" | "finishes" | "works">> = {
  openDiff: "finishes",
  openFile: "refused",
  getCurrentSelection: "refused",
  getLatestSelection: "refused",
  getOpenEditors: "refused",
  getWorkspaceFolders: "refused",
  getDiagnostics: "refused",
  checkDocumentDirty: "refused",
  saveDocument: "refused",
  close_tab: "works",
  closeAllDiffTabs: "works",
  executeCode: "refused",
};

function isOffered(name: ToolName, editor: Editor): boolean {
  const need = needs[name];
  return need === null || editor[need] !== undefined;
}

function offeredBy(editor: Editor): ToolName[] {
  return toolNames.filter((name) => isOffered(name, editor));
}

/** The tools that this editor offers, as `tools/list` shows them. */
export function listTools(editor: Editor): ToolDefinition[] {
  return offeredBy(editor).map((name) => ({
    name,
    description: specs[name].description,
    inputSchema: toolInputSchemas[name],
  }));
}

/** `tools/call`: an unknown tool or arguments that do not fit are -32602, a tool that fails answers isError (ERR-02). */
export function callTool(
  params: unknown,
  services: Services,
  caller: Caller,
  request: RequestContext,
): Promise<CallToolResult> {
  const { name, arguments: raw = {}, _meta: meta } = parseCall(params);
  const { editor } = services;
  const refuse = (words: string) =>
    new RpcError(errorCodes.invalidParams, `${words}. ${editor.name} offers ${offeredBy(editor).join(", ")}.`);
  if (!isToolName(name)) throw refuse(`Unknown tool: ${name}`);
  if (!isOffered(name, editor)) throw refuse(`${editor.name} cannot serve ${name}`);
  const run = toolRuns[name](raw);
  const progressToken = meta?.progressToken;
  const begin = () => finish(name, run, new ToolCall(services, caller, request, progressToken), request);
  // Not awaited: this call would keep what was sent around the arguments for as long as a person thinks.
  if (whilePaused[name] === "refused") return refusedWhilePaused(services.gate.pass(request, begin));
  if (whilePaused[name] === "finishes" && services.privacy.isPaused) return Promise.resolve(failure(sharingIsPaused));
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

async function finish(name: ToolName, run: Run, call: ToolCall, request: RequestContext): Promise<CallToolResult> {
  try {
    return await run(call);
  } catch (error) {
    if (error instanceof RpcError || request.isAborted) throw error;
    call.log.error(`${name} failed: ${messageOf(error)}`, { stack: stackOf(error) });
    return failure(`${name} failed: ${messageOf(error)}`);
  } finally {
    call.end();
  }
}
