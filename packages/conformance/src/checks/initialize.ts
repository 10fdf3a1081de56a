/** The start of a session (MCP-01, MCP-02). */
import { errorCodes, initializeResultSchema, negotiateVersion, protocolVersions } from "@tandem-ide/protocol";
import { expectNoAnswer } from "../calls.js";
import { type Check, onConnection } from "../check.js";
import { type CheckContext, clientInfo, initialize } from "../context.js";
import { expectEqual, expectError, expectResult, expectShape } from "../expect.js";
import { Failure } from "../outcome.js";
import { show } from "../show.js";
import { asAnswer } from "../wire/raw-client.js";

/** Requests a version on a new connection and returns the version in the response. */
async function negotiated(context: CheckContext, version: string): Promise<string> {
  const client = await context.connect();
  const result = expectResult(await initialize(client, version), `a result from initialize with ${version}`);
  await client.close();
  return expectShape(initializeResultSchema, result, "a result from initialize").protocolVersion;
}

async function expectVersion(context: CheckContext, asked: string): Promise<void> {
  const answered = await negotiated(context, asked);
  if (answered !== negotiateVersion(asked))
    throw new Failure(`protocolVersion ${negotiateVersion(asked)} for a request of ${asked}`, show(answered));
}

/** The method that must work if a capability is declared. */
const servedBy: Readonly<Record<string, { method: string; params?: unknown }>> = {
  tools: { method: "tools/list" },
  prompts: { method: "prompts/list" },
  resources: { method: "resources/list" },
  logging: { method: "logging/setLevel", params: { level: "warning" } },
};

/** Checks that the notification is accepted without a response, and the session works. */
async function expectAccepted(context: CheckContext, method: string): Promise<void> {
  const client = await context.connect();
  expectResult(await initialize(client), "a result from initialize");
  client.notify(method);
  expectResult(await client.request("tools/list"), `a result from tools/list after ${method}`);
  expectNoAnswer(client, `no response to the notification ${method}`);
}

export const initializeChecks: readonly Check[] = [
  {
    name: "MCP-01/first",
    title: "A request before initialize is refused with -32600 and the reason",
    run: onConnection(async (client) => {
      const early = [
        ["tools/list", undefined],
        ["tools/call", { name: "getWorkspaceFolders", arguments: {} }],
        ["prompts/list", undefined],
      ] as const;
      for (const [method, params] of early) {
        const answer = await client.request(method, params);
        expectError(answer, errorCodes.invalidRequest, `${method} before initialize`, ["initialize"]);
      }
    }),
  },
  {
    name: "MCP-01/ping-first",
    title: "ping is answered before initialize",
    run: onConnection(async (client) => {
      expectEqual(expectResult(await client.request("ping"), "a response to ping"), {}, "the response to ping");
    }),
  },
  {
    name: "MCP-01/discover",
    title: "server/discover from MCP 2026-07-28 is answered with -32601, and initialize works after it",
    run: onConnection(async (client) => {
      const version = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
      const answer = await client.request("server/discover", { _meta: version });
      expectError(answer, errorCodes.methodNotFound, "server/discover before initialize");
      expectResult(await initialize(client), "a result from initialize after server/discover");
    }),
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
    title: "A version newer than all known ones is answered with the newest",
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
    title: "A version older than all known ones is answered with 2024-11-05",
    run: (context) => expectVersion(context, "2023-01-01"),
  },
  {
    name: "MCP-01/id-zero",
    title: "The request id 0 is valid, and a string id stays a string",
    async run(context) {
      for (const id of [0, "0", "text"]) {
        const client = await context.connect();
        const params = { protocolVersion: protocolVersions[0], capabilities: {}, clientInfo };
        client.post("initialize", params, id);
        const answer = await client.next(asAnswer, `a response to initialize with the id ${show(id)}`);
        expectEqual(answer.id, id, "the id of the response");
        await client.close();
      }
    },
  },
  {
    name: "MCP-01/result",
    title: "initialize returns a version, capabilities and server info",
    async run(context) {
      const result = await context.facts.initializeResult();
      if (result.capabilities.tools === undefined) throw new Failure("the capability tools", show(result.capabilities));
      if (result.serverInfo.name === "" || result.serverInfo.version === "")
        throw new Failure("a name and a version in serverInfo", show(result.serverInfo));
    },
  },
  {
    name: "MCP-01/capabilities",
    title: "Declared capabilities work, and undeclared logging doesn't",
    async run(context) {
      const { capabilities } = await context.facts.initializeResult();
      const client = await context.session();
      for (const [capability, { method, params }] of Object.entries(servedBy)) {
        if (capabilities[capability] === undefined) continue;
        expectResult(
          await client.request(method, params),
          `a result from ${method}, because ${capability} is declared`,
        );
      }
      if (capabilities.logging === undefined) {
        const answer = await client.request("logging/setLevel", { level: "warning" });
        expectError(answer, errorCodes.methodNotFound, "logging/setLevel, because logging isn't declared");
      }
    },
  },
  {
    name: "MCP-02/standard",
    title: "notifications/initialized is accepted without a response",
    run: (context) => expectAccepted(context, "notifications/initialized"),
  },
  {
    name: "MCP-02/bare",
    title: "initialized is accepted without a response",
    run: (context) => expectAccepted(context, "initialized"),
  },
  {
    name: "MCP-02/with-id",
    title: "Sent as a request, either spelling is answered with {}",
    async run(context) {
      for (const method of ["notifications/initialized", "initialized"]) {
        const client = await context.connect();
        expectResult(await initialize(client), "a result from initialize");
        const answer = await client.request(method);
        expectEqual(expectResult(answer, `{} for ${method} with an id`), {}, `the response to ${method} with an id`);
        await client.close();
      }
    },
  },
];
