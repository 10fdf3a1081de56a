/** Tool calls, and diffs in particular, in the words that checks use. */
import {
  answers,
  decodeToolResult,
  type ToolInput,
  type ToolName,
  ToolResultError,
  type ToolResults,
} from "@tandem/protocol";
import type { CheckContext } from "./context.js";
import { expectResult, expectToolResult, showResult, texts } from "./expect.js";
import { Failure } from "./outcome.js";
import { show } from "./show.js";
import { type Answer, asAnswer, type RawClient } from "./wire/raw-client.js";

/** Calls a tool and returns the answer as it came; arguments may be wrong on purpose. */
export function callTool(client: RawClient, name: string, args: unknown): Promise<Answer> {
  return client.request("tools/call", { name, arguments: args });
}

/** Calls a tool and returns what its answer means; an error or another shape fails. */
export async function useTool<N extends ToolName>(
  client: RawClient,
  name: N,
  args: ToolInput<N>,
): Promise<ToolResults[N]> {
  const result = expectToolResult(await callTool(client, name, args), name);
  try {
    return decodeToolResult(name, result);
  } catch (error) {
    if (error instanceof ToolResultError) throw new Failure(`an answer of ${name} in its own form`, showResult(result));
    throw error;
  }
}

/** A diff that was asked for and not decided. */
export interface PendingDiff {
  readonly client: RawClient;
  readonly id: string | number;
  readonly tabName: string;
}

/** Tab names look like the client's own, so that what trips over their signs is found. */
export function tabName(word: string): string {
  return `✻ [Claude Code] ${word}.txt (${Math.random().toString(16).slice(2, 8).padEnd(6, "0")}) ⧉`;
}

/** Asks for a diff and does not wait for the answer. */
export function postDiff(client: RawClient, path: string, contents: string, name: string): PendingDiff {
  const args = { old_file_path: path, new_file_path: path, new_file_contents: contents, tab_name: name };
  return { client, id: client.post("tools/call", { name: "openDiff", arguments: args }), tabName: name };
}

/** Nobody decided, so nothing may be answered. */
export async function expectPending(context: CheckContext, diff: PendingDiff, when: string): Promise<void> {
  await context.expectSilence(
    diff.client,
    (message) => asAnswer(message)?.id === diff.id,
    `openDiff to stay unanswered ${when}`,
  );
}

/** The diff is answered as rejected, with its tab's name. */
export async function expectRejected(diff: PendingDiff, after: string): Promise<void> {
  const what = `${answers.diffRejected} and the tab's name for openDiff after ${after}`;
  const answer = await diff.client.answerTo(diff.id, what);
  const seen = answer.ok ? texts(expectToolResult(answer, "openDiff")) : [];
  if (!answer.ok || seen.length !== 2 || seen[0] !== answers.diffRejected || seen[1] !== diff.tabName)
    throw new Failure(what, answer.ok ? show(seen) : `error ${answer.code} ${show(answer.message)}`);
}

/** Calls `close_tab` and expects its one answer. */
export async function closeTab(client: RawClient, name: string): Promise<void> {
  const { message } = await useTool(client, "close_tab", { tab_name: name });
  if (message !== answers.tabClosed) throw new Failure(`${answers.tabClosed} from close_tab`, show(message));
}

/** A session past the moment from which it is told of selections (NOT-05). */
export async function listening(context: CheckContext): Promise<RawClient> {
  const client = await context.session();
  expectResult(await client.request("tools/list"), "a result of tools/list");
  await context.sleep(context.settings.times.readyMs * 1.1);
  client.takeMessages();
  return client;
}
