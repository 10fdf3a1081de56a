/** What a session serves in addition to tool calls (MCP-03 to MCP-05). */
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@tandem-ide/base";
import { errorCodes, isToolName, resourcesSchema, type ToolDefinition, toolInputSchemas } from "@tandem-ide/protocol";
import { callTool, expectNoAnswer, expectPending, postDiff, tabName, useTool } from "../calls.js";
import { type Check, inSession } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectResult, expectShape } from "../expect.js";
import { outsideFile } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import { type Answer, asAnswer, asReply, type RawClient } from "../wire/raw-client.js";

const draft07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

/** Reduces a schema to its members, their types and the required ones. */
function summarizeSchema(schema: Record<string, unknown>): { properties: Record<string, unknown>; required: string[] } {
  const properties = isRecord(schema.properties) ? schema.properties : {};
  const types = Object.entries(properties)
    .map(([name, property]) => [name, isRecord(property) ? property.type : undefined] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const required = Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === "string") : [];
  return { properties: Object.fromEntries(types), required: required.sort() };
}

function expectDraft07({ name, inputSchema }: ToolDefinition): void {
  if (typeof inputSchema.$schema !== "string" || !draft07.test(inputSchema.$schema))
    throw new Failure(`"$schema" of draft-07 in the input schema of ${name}`, show(inputSchema.$schema));
  if (inputSchema.additionalProperties !== false)
    throw new Failure(
      `"additionalProperties": false in the input schema of ${name}`,
      show(inputSchema.additionalProperties),
    );
}

/** Cancels a diff and checks that it ends without a response. */
async function expectCancelled(context: CheckContext, client: RawClient, wait: boolean): Promise<void> {
  const path = await outsideFile(context, "cancel.txt", "old\n");
  const diff = postDiff(client, path, "new\n", tabName("cancel"));
  if (wait) await expectPending(context, diff, "until it is cancelled");
  client.notify("notifications/cancelled", { requestId: diff.id, reason: "conformance" });
  await context.expectSilence(
    client,
    (message) => asAnswer(message)?.id === diff.id,
    "no response to a cancelled request",
  );
  expectResult(await client.request("ping"), "a response to ping after a cancellation");
  if (!(await context.facts.toolNames()).has("closeAllDiffTabs")) return;
  const { closed } = await useTool(client, "closeAllDiffTabs", {});
  if (closed !== 0) throw new Failure("no diff left after its cancellation", `${closed} still open`);
}

/** Waits for a batch and returns its answers. */
function nextBatch(client: RawClient, what: string): Promise<Answer[]> {
  return client.next(
    (message) => (Array.isArray(message) ? message.map(asAnswer).filter((a) => a !== undefined) : undefined),
    what,
  );
}

const ping = (id: string) => ({ jsonrpc: "2.0", id, method: "ping" });

export const mcpChecks: readonly Check[] = [
  {
    name: "MCP-03/ping",
    title: "ping is answered with {}",
    run: inSession([], async (client) => {
      expectEqual(expectResult(await client.request("ping"), "a result from ping"), {}, "the response to ping");
    }),
  },
  {
    name: "MCP-03/tools-list",
    title: "tools/list names each tool once, with a description; params can be missing or empty",
    async run(context) {
      const tools = await context.facts.tools();
      const names = tools.map((tool) => tool.name);
      if (new Set(names).size !== names.length) throw new Failure("each tool once", names.join(", "));
      const bare = tools.find((tool) => !tool.description);
      if (bare) throw new Failure(`a description of ${bare.name}`, "none");
      const client = await context.session();
      expectResult(await client.request("tools/list", {}), "a result from tools/list with empty params");
    },
  },
  {
    name: "MCP-03/draft-07",
    title: "Input schemas are draft-07 and allow no additional members",
    async run(context) {
      for (const tool of await context.facts.tools()) expectDraft07(tool);
    },
  },
  {
    name: "MCP-03/input-schemas",
    title: "Input schemas of known tools have the protocol's members, types and required members",
    async run(context) {
      for (const { name, inputSchema } of await context.facts.tools()) {
        if (!isToolName(name)) continue;
        const [expected, seen] = [summarizeSchema(toolInputSchemas[name]), summarizeSchema(inputSchema)];
        if (!isDeepStrictEqual(seen, expected)) throw new Failure(`${name}: ${show(expected)}`, show(seen));
      }
    },
  },
  {
    name: "MCP-03/prompts",
    title: "prompts/list is answered with an empty list",
    run: inSession([], async (client) => {
      const result = expectResult(await client.request("prompts/list"), "an empty list from prompts/list");
      expectEqual(isRecord(result) ? result.prompts : result, [], "the prompts");
    }),
  },
  {
    name: "MCP-03/resources",
    title: "resources/list is answered with a list",
    run: inSession([], async (client) => {
      const result = expectResult(await client.request("resources/list"), "a list from resources/list");
      expectShape(resourcesSchema, result, "a list of resources");
    }),
  },
  {
    name: "MCP-03/log-level",
    title: "logging/setLevel accepts a level and refuses an unknown one",
    async run(context) {
      const { capabilities } = await context.facts.initializeResult();
      if (capabilities.logging === undefined) throw new NotApplicable("the endpoint doesn't declare logging");
      const client = await context.session();
      const taken = await client.request("logging/setLevel", { level: "debug" });
      expectResult(taken, "a result from logging/setLevel");
      const refused = await client.request("logging/setLevel", { level: "shouting" });
      expectError(refused, errorCodes.invalidParams, "an unknown log level");
    },
  },
  {
    name: "MCP-04/cancelled",
    title: "A cancelled openDiff ends without a response, and the session continues",
    run: inSession(["openDiff"], (client, context) => expectCancelled(context, client, true)),
  },
  {
    name: "MCP-04/cancelled-at-once",
    title: "An openDiff that is cancelled immediately ends too",
    run: inSession(["openDiff"], (client, context) => expectCancelled(context, client, false)),
  },
  {
    name: "MCP-04/cancel-unknown",
    title: "Cancelling an unknown request is ignored",
    run: inSession([], async (client) => {
      client.notify("notifications/cancelled", { requestId: "never sent" });
      expectResult(await client.request("ping"), "a response to ping after cancelling an unknown request");
      expectNoAnswer(client, "no response to a cancellation");
    }),
  },
  {
    name: "MCP-04/progress-token",
    title: "A call with a progress token is answered; progress notifications have that token",
    run: inSession(["getWorkspaceFolders"], async (client) => {
      const params = { name: "getWorkspaceFolders", arguments: {}, _meta: { progressToken: "token-7" } };
      expectResult(await client.request("tools/call", params), "a result from a call with a progress token");
      for (const message of client.takeMessages()) {
        if (!isRecord(message) || message.method !== "notifications/progress") continue;
        const token = isRecord(message.params) ? message.params.progressToken : undefined;
        expectEqual(token, "token-7", "the progressToken of notifications/progress");
      }
      expectResult(await callTool(client, "getWorkspaceFolders", {}), "a result from a call without a progress token");
      const [unexpected] = client.takeMessages().filter((m) => isRecord(m) && m.method === "notifications/progress");
      if (unexpected !== undefined) throw new Failure("no progress without a token", show(unexpected));
    }),
  },
  {
    name: "MCP-05/batch",
    title: "In 2025-03-26, a batch is answered with a batch, without responses to notifications",
    async run(context) {
      const client = await context.session({ version: "2025-03-26" });
      client.send([ping("one"), { jsonrpc: "2.0", method: "notifications/initialized" }, ping("two")]);
      const answers = await nextBatch(client, "a batch of responses to a batch");
      expectEqual(answers.map((answer) => answer.id).sort(), ["one", "two"], "the ids in the batch of responses");
    },
  },
  {
    name: "MCP-05/empty-batch",
    title: "In 2025-03-26, an empty batch is refused with -32600",
    async run(context) {
      const client = await context.session({ version: "2025-03-26" });
      client.send([]);
      const answer = await client.next(asAnswer, "error -32600 for an empty batch");
      expectError(answer, errorCodes.invalidRequest, "an empty batch");
    },
  },
  {
    name: "MCP-05/no-batch",
    title: "In other versions, and before initialize, a batch is refused with -32600",
    async run(context) {
      const sessions = [() => context.session({ version: "2025-06-18" }), () => context.connect()];
      for (const open of sessions) {
        const client = await open();
        client.send([ping("one"), ping("two")]);
        const what = "error -32600 for a batch in a version without batches";
        const seen = await client.next(asReply, what);
        const answer = asAnswer(seen);
        if (!answer) throw new Failure(what, show(seen));
        expectError(answer, errorCodes.invalidRequest, "a batch in a version without batches");
        await client.close();
      }
    },
  },
];
