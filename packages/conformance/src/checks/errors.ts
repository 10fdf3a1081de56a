/** How errors are answered (ERR-01, ERR-02). */
import { errorCodes, isToolName, type ToolName, toolInputSchemas, toolNames } from "@tandem-ide/protocol";
import { argumentsFor, callTool, expectNoAnswer } from "../calls.js";
import { type Check, inSession } from "../check.js";
import type { CheckContext } from "../context.js";
import { describeAnswer, expectError, expectResult, expectToolResult, texts } from "../expect.js";
import { Failure, NotApplicable } from "../outcome.js";
import { show } from "../show.js";
import { type Answer, asAnswer, asReply, type RawClient } from "../wire/raw-client.js";

const nowhere = "/tandem-conformance/nowhere.txt";

/** They are always sent with one error. */
const validArguments = argumentsFor(nowhere);

async function advertised(context: CheckContext): Promise<ToolName[]> {
  const names = [...(await context.facts.toolNames())].filter(isToolName);
  if (names.length === 0) throw new NotApplicable("the endpoint advertises none of the protocol's tools");
  return names;
}

async function expectBadArguments(client: RawClient, name: ToolName, args: unknown, what: string): Promise<void> {
  expectError(await callTool(client, name, args), errorCodes.invalidParams, `${name} with ${what}`);
}

function nextAnswer(client: RawClient, what: string): Promise<Answer> {
  return client.next(asAnswer, what);
}

/** Messages that are JSON but not JSON-RPC. */
const invalidMessages: readonly unknown[] = [
  42,
  "ping",
  null,
  {},
  { id: 1, method: "ping" },
  { jsonrpc: "1.0", id: 1, method: "ping" },
  { jsonrpc: "2.0", id: 1, method: 7 },
  { jsonrpc: "2.0", id: 1 },
  { jsonrpc: "2.0", id: 1, method: "ping", params: "text" },
  { jsonrpc: "2.0", id: { a: 1 }, method: "ping" },
  { jsonrpc: "2.0", id: true, method: "ping" },
];

export const errorChecks: readonly Check[] = [
  {
    name: "ERR-01/parse",
    title: "Invalid JSON is answered with -32700 and the id null, and the connection stays open",
    run: inSession([], async (client) => {
      for (const text of ['{"jsonrpc":"2.0","id":1,', "not json", "", '{"jsonrpc":"2.0"} {"jsonrpc":"2.0"}']) {
        client.sendText(text);
        const what = `error -32700 with the id null for ${show(text)}`;
        const seen = await client.next(asReply, what);
        const answer = asAnswer(seen);
        if (!answer || answer.ok || answer.id !== null) throw new Failure(what, show(seen));
        expectError(answer, errorCodes.parseError, show(text));
      }
      expectResult(await client.request("ping"), "a response to ping after invalid JSON");
    }),
  },
  {
    name: "ERR-01/invalid-request",
    title: "JSON that isn't JSON-RPC is answered with -32600",
    run: inSession([], async (client) => {
      for (const message of invalidMessages) {
        client.send(message);
        const answer = await nextAnswer(client, `error -32600 for ${show(message)}`);
        expectError(answer, errorCodes.invalidRequest, show(message));
      }
    }),
  },
  {
    name: "ERR-01/unknown-method",
    title: "An unknown method is answered with -32601 and its name",
    run: inSession([], async (client) => {
      const method = "tandem/unknown";
      expectError(await client.request(method), errorCodes.methodNotFound, `the method ${method}`, [method]);
    }),
  },
  {
    name: "ERR-01/invalid-params",
    title: "Invalid params are answered with -32602",
    run: inSession([], async (client, context) => {
      const bad: readonly (readonly [string, unknown])[] = [
        ["tools/call", {}],
        ["tools/call", { name: 7 }],
        ["tools/call", { name: "getWorkspaceFolders", arguments: "none" }],
      ];
      for (const [method, params] of bad)
        expectError(await client.request(method, params), errorCodes.invalidParams, `${method} with ${show(params)}`);
      await client.close();
      const fresh = await context.connect();
      const answer = await fresh.request("initialize", { capabilities: {} });
      expectError(answer, errorCodes.invalidParams, "initialize without protocolVersion", ["protocolVersion"]);
    }),
  },
  {
    name: "ERR-01/unknown-notification",
    title: "Unknown notifications and unexpected responses are ignored",
    run: inSession([], async (client) => {
      client.notify("tandem/unknown", {});
      client.notify("ide_connected", { pid: process.pid });
      client.send({ jsonrpc: "2.0", id: "never asked", result: {} });
      expectResult(await client.request("ping"), "a response to ping after an unknown notification");
      expectNoAnswer(client, "no response to a notification or a response");
    }),
  },
  {
    name: "ERR-02/unknown-tool",
    title: "An unknown tool is answered with -32602 and its name",
    run: inSession([], async (client) => {
      for (const name of ["noSuchTool", "constructor", "__proto__"]) {
        const answer = await callTool(client, name, {});
        expectError(answer, errorCodes.invalidParams, `the tool ${name}`, [name]);
      }
    }),
  },
  {
    name: "ERR-02/missing-argument",
    title: "A missing required argument is answered with -32602 and its name",
    async run(context) {
      const names = await advertised(context);
      const client = await context.session();
      for (const name of names) {
        const required = toolInputSchemas[name]?.required;
        for (const member of Array.isArray(required) ? required.map(String) : []) {
          const { [member]: _, ...rest } = validArguments[name];
          const answer = await callTool(client, name, rest);
          expectError(answer, errorCodes.invalidParams, `${name} without ${member}`, [member]);
        }
      }
    },
  },
  {
    name: "ERR-02/wrong-type",
    title: "An argument of the wrong type is answered with -32602",
    async run(context) {
      const names = await advertised(context);
      const client = await context.session();
      for (const name of names) {
        const [member] = Object.keys(validArguments[name]);
        if (member === undefined) continue;
        await expectBadArguments(client, name, { ...validArguments[name], [member]: 7 }, `a number as ${member}`);
        await expectBadArguments(client, name, { ...validArguments[name], [member]: null }, `null as ${member}`);
      }
    },
  },
  {
    name: "ERR-02/extra-argument",
    title: "An unknown argument is answered with -32602",
    async run(context) {
      const names = await advertised(context);
      const client = await context.session();
      for (const name of names)
        await expectBadArguments(client, name, { ...validArguments[name], unknown: 1 }, "an unknown argument");
    },
  },
  {
    name: "ERR-02/not-advertised",
    title: "A known tool that isn't advertised is refused with a reason",
    async run(context) {
      const names = await context.facts.toolNames();
      const missing = toolNames.filter((name) => !names.has(name));
      if (missing.length === 0) throw new NotApplicable("the endpoint advertises every tool");
      const client = await context.session();
      for (const name of missing) {
        const answer = await callTool(client, name, validArguments[name]);
        const expected = `error -32602, or isError with a text, for ${name}, which isn't advertised`;
        if (!answer.ok) expectError(answer, errorCodes.invalidParams, `${name}, which isn't advertised`, [name]);
        else {
          const result = expectToolResult(answer, name);
          if (result.isError !== true || texts(result).join("").trim() === "")
            throw new Failure(expected, describeAnswer(answer));
        }
      }
    },
  },
];
