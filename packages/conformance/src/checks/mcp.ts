/** What a session serves beside tools' own work (MCP-03 to MCP-05). */
import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@tandem/base";
import { errorCodes, isToolName, resourcesSchema, type ToolDefinition, toolInputSchemas } from "@tandem/protocol";
import { callTool, expectPending, postDiff, tabName, useTool } from "../calls.js";
import type { Check } from "../check.js";
import type { CheckContext } from "../context.js";
import { expectEqual, expectError, expectResult, expectShape } from "../expect.js";
import { outsideFile } from "../files.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import { type Answer, asAnswer, asReply, type RawClient } from "../wire/raw-client.js";

const draft07 = /^https?:\/\/json-schema\.org\/draft-07\/schema#?$/;

/** What a caller must know of a schema: which members there are, of what type, and which of them are needed. */
function gist(schema: Record<string, unknown>): { properties: Record<string, unknown>; required: string[] } {
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

/** Cancels a diff and looks at what is left of it. */
async function expectCancelled(context: CheckContext, client: RawClient, wait: boolean): Promise<void> {
  const path = await outsideFile(context, "cancel.txt", "old\n");
  const diff = postDiff(client, path, "new\n", tabName("cancel"));
  if (wait) await expectPending(context, diff, "until it is cancelled");
  client.notify("notifications/cancelled", { requestId: diff.id, reason: "conformance" });
  await context.expectSilence(
    client,
    (message) => asAnswer(message)?.id === diff.id,
    "no answer to a request that was cancelled",
  );
  expectResult(await client.request("ping"), "an answer to ping after a cancellation");
  if (!(await context.facts.toolNames()).has("closeAllDiffTabs")) return;
  const { closed } = await useTool(client, "closeAllDiffTabs", {});
  if (closed !== 0) throw new Failure("no diff left after its cancellation", `${closed} still open`);
}

/** The answers in the next batch. */
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
    title: "ping is answered {}",
    async run(context) {
      const client = await context.session();
      expectEqual(expectResult(await client.request("ping"), "a result of ping"), {}, "the answer to ping");
    },
  },
  {
    name: "MCP-03/tools-list",
    title: "tools/list names each tool once, with a description; params may be left out or empty",
    async run(context) {
      const tools = await context.facts.tools();
      const names = tools.map((tool) => tool.name);
      if (new Set(names).size !== names.length) throw new Failure("each tool once", names.join(", "));
      const bare = tools.find((tool) => !tool.description);
      if (bare) throw new Failure(`a description of ${bare.name}`, "none");
      const client = await context.session();
      expectResult(await client.request("tools/list", {}), "a result of tools/list with empty params");
    },
  },
  {
    name: "MCP-03/draft-07",
    title: "Input schemas are draft-07 and allow no further members",
    async run(context) {
      for (const tool of await context.facts.tools()) expectDraft07(tool);
    },
  },
  {
    name: "MCP-03/input-schemas",
    title: "The input schema of each known tool has the protocol's members, types and required ones",
    async run(context) {
      for (const { name, inputSchema } of await context.facts.tools()) {
        if (!isToolName(name)) continue;
        const [expected, seen] = [gist(toolInputSchemas[name]), gist(inputSchema)];
        if (!isDeepStrictEqual(seen, expected)) throw new Failure(`${name}: ${show(expected)}`, show(seen));
      }
    },
  },
  {
    name: "MCP-03/prompts",
    title: "prompts/list is answered with an empty list",
    async run(context) {
      const client = await context.session();
      const result = expectResult(await client.request("prompts/list"), "an empty list from prompts/list");
      expectEqual(isRecord(result) ? result.prompts : result, [], "the prompts");
    },
  },
  {
    name: "MCP-03/resources",
    title: "resources/list is answered with a list",
    async run(context) {
      const client = await context.session();
      const result = expectResult(await client.request("resources/list"), "a list from resources/list");
      expectShape(resourcesSchema, result, "a list of resources");
    },
  },
  {
    name: "MCP-03/log-level",
    title: "logging/setLevel takes a level, and refuses one that does not exist",
    async run(context) {
      const { capabilities } = await context.facts.initializeResult();
      if (capabilities.logging === undefined) throw new NotApplicable("the endpoint does not declare logging");
      const client = await context.session();
      const taken = await client.request("logging/setLevel", { level: "debug" });
      expectResult(taken, "a result of logging/setLevel");
      const refused = await client.request("logging/setLevel", { level: "shouting" });
      expectError(refused, errorCodes.invalidParams, "a log level that does not exist");
    },
  },
  {
    name: "MCP-04/cancelled",
    title: "A cancelled openDiff ends, gets no answer, and the session goes on",
    async run(context) {
      await context.needsTools("openDiff");
      await expectCancelled(context, await context.session(), true);
    },
  },
  {
    name: "MCP-04/cancelled-at-once",
    title: "An openDiff that is cancelled while it opens ends too",
    async run(context) {
      await context.needsTools("openDiff");
      await expectCancelled(context, await context.session(), false);
    },
  },
  {
    name: "MCP-04/cancel-unknown",
    title: "The cancellation of a request that is not there is ignored",
    async run(context) {
      const client = await context.session();
      client.notify("notifications/cancelled", { requestId: "never sent" });
      expectResult(await client.request("ping"), "an answer to ping after an idle cancellation");
      const [stray] = client.takeMessages().filter((message) => asAnswer(message) !== undefined);
      if (stray !== undefined) throw new Failure("no answer to a cancellation", show(stray));
    },
  },
  {
    name: "MCP-04/progress-token",
    title: "A call with a progress token is answered; progress that comes carries that token",
    async run(context) {
      await context.needsTools("getWorkspaceFolders");
      const client = await context.session();
      const params = { name: "getWorkspaceFolders", arguments: {}, _meta: { progressToken: "token-7" } };
      expectResult(await client.request("tools/call", params), "a result of a call with a progress token");
      for (const message of client.takeMessages()) {
        if (!isRecord(message) || message.method !== "notifications/progress") continue;
        const token = isRecord(message.params) ? message.params.progressToken : undefined;
        expectEqual(token, "token-7", "the progressToken of notifications/progress");
      }
      expectResult(await callTool(client, "getWorkspaceFolders", {}), "a result of a call without a progress token");
      const [unasked] = client.takeMessages().filter((m) => isRecord(m) && m.method === "notifications/progress");
      if (unasked !== undefined) throw new Failure("no progress where no token was given", show(unasked));
    },
  },
  {
    name: "MCP-05/batch",
    title: "With 2025-03-26 a batch is answered by a batch, notifications in it by nothing",
    async run(context) {
      const client = await context.session({ version: "2025-03-26" });
      client.send([ping("one"), { jsonrpc: "2.0", method: "notifications/initialized" }, ping("two")]);
      const answers = await nextBatch(client, "a batch of answers to a batch");
      expectEqual(answers.map((answer) => answer.id).sort(), ["one", "two"], "the ids in the batch of answers");
    },
  },
  {
    name: "MCP-05/empty-batch",
    title: "With 2025-03-26 an empty batch is refused with -32600",
    async run(context) {
      const client = await context.session({ version: "2025-03-26" });
      client.send([]);
      const answer = await client.next(asAnswer, "error -32600 for an empty batch");
      expectError(answer, errorCodes.invalidRequest, "an empty batch");
    },
  },
  {
    name: "MCP-05/no-batch",
    title: "With any other version, and before initialize, a batch is refused with -32600",
    async run(context) {
      const sessions = [() => context.session({ version: "2025-06-18" }), () => context.connect()];
      for (const open of sessions) {
        const client = await open();
        client.send([ping("one"), ping("two")]);
        const what = "error -32600 for a batch where the version has none";
        const seen = await client.next(asReply, what);
        const answer = asAnswer(seen);
        if (!answer) throw new Failure(what, show(seen));
        expectError(answer, errorCodes.invalidRequest, "a batch where the version has none");
        await client.close();
      }
    },
  },
];
