/** The beginning of a session (MCP-01, MCP-02). */
import { errorCodes, initializeResultSchema, negotiateVersion, protocolVersions } from "@tandem/protocol";
import type { Check } from "../check.js";
import { type CheckContext, clientInfo, initialize } from "../context.js";
import { expectEqual, expectError, expectResult, expectShape } from "../expect.js";
import { Failure } from "../outcome.js";
import { show } from "../show.js";
import { asAnswer } from "../wire/raw-client.js";

/** Asks for a version on a connection of its own and returns the one that is answered. */
async function negotiated(context: CheckContext, version: string): Promise<string> {
  const client = await context.connect();
  const result = expectResult(await initialize(client, version), `a result of initialize with ${version}`);
  await client.close();
  return expectShape(initializeResultSchema, result, "a result of initialize").protocolVersion;
}

async function expectVersion(context: CheckContext, asked: string): Promise<void> {
  const answered = await negotiated(context, asked);
  if (answered !== negotiateVersion(asked))
    throw new Failure(`protocolVersion ${negotiateVersion(asked)} when ${asked} is asked for`, show(answered));
}

/** What must answer where a capability is declared. */
const servedBy: Readonly<Record<string, { method: string; params?: unknown }>> = {
  tools: { method: "tools/list" },
  prompts: { method: "prompts/list" },
  resources: { method: "resources/list" },
  logging: { method: "logging/setLevel", params: { level: "warning" } },
};

/** The notification is taken without an answer, and the session works. */
async function expectTaken(context: CheckContext, method: string): Promise<void> {
  const client = await context.connect();
  expectResult(await initialize(client), "a result of initialize");
  client.notify(method);
  expectResult(await client.request("tools/list"), `a result of tools/list after ${method}`);
  const stray = client.takeMessages().find((message) => asAnswer(message) !== undefined);
  if (stray !== undefined) throw new Failure(`no answer to the notification ${method}`, show(stray));
}

export const initializeChecks: readonly Check[] = [
  {
    name: "MCP-01/first",
    title: "A request before initialize is refused with -32600 and says so",
    async run(context) {
      const client = await context.connect();
      const early = [
        ["tools/list", undefined],
        ["tools/call", { name: "getWorkspaceFolders", arguments: {} }],
        ["prompts/list", undefined],
      ] as const;
      for (const [method, params] of early) {
        const answer = await client.request(method, params);
        expectError(answer, errorCodes.invalidRequest, `${method} before initialize`, ["initialize"]);
      }
    },
  },
  {
    name: "MCP-01/ping-first",
    title: "ping is answered before initialize",
    async run(context) {
      const client = await context.connect();
      expectEqual(expectResult(await client.request("ping"), "an answer to ping"), {}, "the answer to ping");
    },
  },
  {
    name: "MCP-01/discover",
    title: "server/discover of MCP 2026-07-28 is answered -32601, and initialize is taken after it",
    async run(context) {
      const client = await context.connect();
      const version = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
      const answer = await client.request("server/discover", { _meta: version });
      expectError(answer, errorCodes.methodNotFound, "server/discover before initialize");
      expectResult(await initialize(client), "a result of initialize after server/discover");
    },
  },
  {
    name: "MCP-01/known-versions",
    title: "A known protocol version is echoed",
    async run(context) {
      for (const version of protocolVersions) await expectVersion(context, version);
    },
  },
  {
    name: "MCP-01/newer-version",
    title: "A version newer than all is answered with the newest that is known",
    run: (context) => expectVersion(context, "2099-12-31"),
  },
  {
    name: "MCP-01/version-between",
    title: "An unknown version is never answered with a newer one",
    async run(context) {
      await expectVersion(context, "2025-04-01");
      await expectVersion(context, "2025-08-01");
    },
  },
  {
    name: "MCP-01/older-version",
    title: "A version older than all is answered with 2024-11-05",
    run: (context) => expectVersion(context, "2023-01-01"),
  },
  {
    name: "MCP-01/id-zero",
    title: "The request id 0 is an id like any other, and a string stays a string",
    async run(context) {
      for (const id of [0, "0", "text"]) {
        const client = await context.connect();
        const params = { protocolVersion: protocolVersions[0], capabilities: {}, clientInfo };
        client.post("initialize", params, id);
        const answer = await client.next(asAnswer, `an answer to initialize with the id ${show(id)}`);
        expectEqual(answer.id, id, "the id of the answer");
        await client.close();
      }
    },
  },
  {
    name: "MCP-01/result",
    title: "initialize answers a version, capabilities and who is serving",
    async run(context) {
      const result = await context.facts.initializeResult();
      if (result.capabilities.tools === undefined) throw new Failure("the capability tools", show(result.capabilities));
      if (result.serverInfo.name === "" || result.serverInfo.version === "")
        throw new Failure("a name and a version in serverInfo", show(result.serverInfo));
    },
  },
  {
    name: "MCP-01/capabilities",
    title: "What initialize declares is served, and logging is not where it is not declared",
    async run(context) {
      const { capabilities } = await context.facts.initializeResult();
      const client = await context.session();
      for (const [capability, { method, params }] of Object.entries(servedBy)) {
        if (capabilities[capability] === undefined) continue;
        expectResult(await client.request(method, params), `a result of ${method}, since ${capability} is declared`);
      }
      if (capabilities.logging === undefined) {
        const answer = await client.request("logging/setLevel", { level: "warning" });
        expectError(answer, errorCodes.methodNotFound, "logging/setLevel, since logging is not declared");
      }
    },
  },
  {
    name: "MCP-02/standard",
    title: "notifications/initialized is taken without an answer",
    run: (context) => expectTaken(context, "notifications/initialized"),
  },
  {
    name: "MCP-02/bare",
    title: "initialized is taken without an answer",
    run: (context) => expectTaken(context, "initialized"),
  },
  {
    name: "MCP-02/with-id",
    title: "Either spelling with an id is answered {}",
    async run(context) {
      for (const method of ["notifications/initialized", "initialized"]) {
        const client = await context.connect();
        expectResult(await initialize(client), "a result of initialize");
        const answer = await client.request(method);
        expectEqual(expectResult(answer, `{} for ${method} with an id`), {}, `the answer to ${method} with an id`);
        await client.close();
      }
    },
  },
];
