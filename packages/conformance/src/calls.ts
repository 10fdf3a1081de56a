/** Helpers for tool calls and diffs. */
import {
  answers,
  decodeToolResult,
  type ToolInput,
  type ToolName,
  ToolResultError,
  type ToolResults,
} from "@tandem-ide/protocol";
import type { CheckContext } from "./context.js";
import { expectResult, expectToolResult, showResult, texts } from "./expect.js";
import { Failure } from "./outcome.js";
import { show } from "./show.js";
import { type Answer, asAnswer, type RawClient } from "./wire/raw-client.js";

/** Returns valid arguments for every tool. */
export function argumentsFor(path: string): Readonly<Record<ToolName, Readonly<Record<string, unknown>>>> {
  return {
    openDiff: { old_file_path: path, new_file_path: path, new_file_contents: "", tab_name: "tandem-conformance" },
    openFile: { filePath: path },
    getCurrentSelection: {},
    getLatestSelection: {},
    getOpenEditors: {},
    getWorkspaceFolders: {},
    getDiagnostics: {},
    checkDocumentDirty: { filePath: path },
    saveDocument: { filePath: path },
    close_tab: { tab_name: "tandem-conformance" },
    closeAllDiffTabs: {},
    executeCode: { code: "pass" },
  };
}

/** Calls a tool and returns the raw response; arguments may be deliberately wrong. */
export function callTool(client: RawClient, name: string, args: unknown): Promise<Answer> {
  return client.request("tools/call", { name, arguments: args });
}

/** Calls a tool and returns the decoded response; fails on an error or another shape. */
export async function useTool<N extends ToolName>(
  client: RawClient,
  name: N,
  args: ToolInput<N>,
): Promise<ToolResults[N]> {
  const result = expectToolResult(await callTool(client, name, args), name);
  try {
    return decodeToolResult(name, result);
  } catch (error) {
    if (error instanceof ToolResultError) throw new Failure(`a well-formed response from ${name}`, showResult(result));
    throw error;
  }
}

/** An undecided diff. */
export interface PendingDiff {
  readonly client: RawClient;
  readonly id: string | number;
  readonly tabName: string;
}

/** Returns a tab name like Claude Code's, whose special characters endpoints must handle. */
export function tabName(label: string): string {
  return `✻ [Claude Code] ${label}.txt (${Math.random().toString(16).slice(2, 8).padEnd(6, "0")}) ⧉`;
}

/** Requests a diff without waiting for the response. */
export function postDiff(client: RawClient, path: string, contents: string, name: string): PendingDiff {
  const args = { old_file_path: path, new_file_path: path, new_file_contents: contents, tab_name: name };
  return { client, id: client.post("tools/call", { name: "openDiff", arguments: args }), tabName: name };
}

/** Checks that an undecided diff isn't answered. */
export async function expectPending(context: CheckContext, diff: PendingDiff, when: string): Promise<void> {
  await context.expectSilence(
    diff.client,
    (message) => asAnswer(message)?.id === diff.id,
    `openDiff to stay unanswered ${when}`,
  );
}

/** Checks that the diff is answered as rejected, with its tab name. */
export async function expectRejected(diff: PendingDiff, after: string): Promise<void> {
  const what = `${answers.diffRejected} and the tab name for openDiff after ${after}`;
  const answer = await diff.client.answerTo(diff.id, what);
  const seen = answer.ok ? texts(expectToolResult(answer, "openDiff")) : [];
  if (!answer.ok || seen.length !== 2 || seen[0] !== answers.diffRejected || seen[1] !== diff.tabName)
    throw new Failure(what, answer.ok ? show(seen) : `error ${answer.code} ${show(answer.message)}`);
}

/** Closes a pending diff by its tab name, and checks that it is rejected. */
export async function expectClosable(context: CheckContext, diff: PendingDiff): Promise<void> {
  await expectPending(context, diff, "until its tab is closed");
  await closeTab(diff.client, diff.tabName);
  await expectRejected(diff, "close_tab");
}

/** Checks that none of the queued messages is a response. */
export function expectNoAnswer(client: RawClient, what: string): void {
  const answer = client.takeMessages().find((message) => asAnswer(message) !== undefined);
  if (answer !== undefined) throw new Failure(what, show(answer));
}

/** Calls `close_tab` and checks its response. */
export async function closeTab(client: RawClient, name: string): Promise<void> {
  const { message } = await useTool(client, "close_tab", { tab_name: name });
  if (message !== answers.tabClosed) throw new Failure(`${answers.tabClosed} from close_tab`, show(message));
}

/** Opens a session and waits until it gets notifications (NOT-05). */
export async function listeningSession(context: CheckContext): Promise<RawClient> {
  const client = await context.session();
  expectResult(await client.request("tools/list"), "a result from tools/list");
  await context.sleep(context.settings.times.readyMs * 1.1);
  client.takeMessages();
  return client;
}
