import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { connect } from "./connect.js";
import { ConnectError } from "./errors.js";
import type { ConnectOptions } from "./options.js";
import type { Target } from "./target.js";
import { FakeEditor, type FakeEditorOptions, Refusal, silence } from "./testing/fake-editor.js";
import { ManualClock } from "./testing/manual-clock.js";

async function start(options?: FakeEditorOptions): Promise<FakeEditor> {
  const editor = await FakeEditor.start(options);
  onTestFinished(() => editor[Symbol.asyncDispose]());
  return editor;
}

/** Tries to connect, and returns the error. */
async function fail(target: Target, options?: ConnectOptions): Promise<ConnectError> {
  const error: unknown = await connect(target, options).then(
    async (client) => {
      await client.close();
      return "it connected";
    },
    (reason: unknown) => reason,
  );
  if (!(error instanceof ConnectError)) throw new Error(`expected a ConnectError, got ${String(error)}`);
  return error;
}

test("the first four messages are the same as Claude Code 2.1.325's", async () => {
  const editor = await start();
  const client = await connect({ port: editor.port, authToken: "t" }, { pid: 25880 });
  const connection = await editor.connections.next();
  await client.close();
  expect(connection.messages.all).toStrictEqual([
    {
      jsonrpc: "2.0",
      id: 0,
      method: "initialize",
      params: {
        protocolVersion: "2025-11-25",
        capabilities: {
          roots: { listChanged: true },
          elicitation: {},
          extensions: { "io.modelcontextprotocol/tasks": {} },
        },
        clientInfo: {
          name: "claude-code",
          title: "Claude Code",
          version: "2.1.325",
          description: "Anthropic's agentic coding tool",
          websiteUrl: "https://claude.com/claude-code",
        },
      },
    },
    { jsonrpc: "2.0", method: "notifications/initialized" },
    { jsonrpc: "2.0", method: "ide_connected", params: { pid: 25880 } },
    { jsonrpc: "2.0", id: 1, method: "tools/list" },
  ]);
});

test("requests prompts and resources only if they are declared", async () => {
  const editor = await start({ capabilities: { tools: {}, prompts: {}, resources: {} } });
  const client = await connect({ port: editor.port });
  const connection = await editor.connections.next();
  await connection.next("resources/list");
  await client.close();
  const methods = connection.messages.all.map((message) => message.method);
  expect(methods.slice(3)).toEqual(["tools/list", "prompts/list", "resources/list"]);
});

test("the HTTP request has the token, the subprotocol and the user agent, but no origin", async () => {
  const editor = await start();
  const client = await connect({ port: editor.port, authToken: "the-token" });
  await client.close();
  const [headers] = editor.requests;
  expect(headers).toMatchObject({
    "sec-websocket-protocol": "mcp",
    "x-claude-code-ide-authorization": "the-token",
    "user-agent": "claude-code/2.1.325 (cli)",
    "sec-websocket-extensions": expect.stringContaining("permessage-deflate"),
  });
  expect(headers).not.toHaveProperty("origin");
});

test("sends no token header without a token", async () => {
  const editor = await start();
  const client = await connect({ port: editor.port });
  await client.close();
  expect(editor.requests[0]).not.toHaveProperty("x-claude-code-ide-authorization");
});

test("exposes the editor's initialize result", async () => {
  const editor = await start();
  const client = await connect({ port: editor.port }, { protocolVersion: "2025-06-18" });
  expect(client.serverInfo).toEqual({ name: "fake-editor", version: "1.0.0" });
  expect(client.protocolVersion).toBe("2025-06-18");
  expect(client.tools.map((tool) => tool.name)).toEqual(["getOpenEditors"]);
  expect(client.state).toEqual({ status: "connected" });
  await client.close();
});

test.each([
  [401, "unauthorized", "Unauthorized: bad token", /HTTP 401: Unauthorized: bad token\. .*lock file/],
  [403, "forbidden", "Origin not allowed", /HTTP 403: Origin not allowed\. .*127\.0\.0\.1/],
  [503, "busy", "10 clients are connected.", /HTTP 503: 10 clients are connected\. .*try again/],
  [404, "refused", "", /HTTP 404\. .*may not be an editor/],
])("HTTP %i becomes the error %s with the body's text", async (status, code, body, message) => {
  const editor = await start({ refuse: { status, body } });
  const error = await fail({ port: editor.port, authToken: "secret-token" });
  expect(error).toMatchObject({ code, status });
  expect(error.message).toMatch(message);
});

test("removes the token from an echoed body", async () => {
  const editor = await start({ refuse: { status: 401, body: "wrong token:\n\u001b[31msecret-token" } });
  const error = await fail({ port: editor.port, authToken: "secret-token" });
  expect(error.message).toContain("wrong token: [31m…");
});

test("a close with 1008 right after the upgrade means a wrong token", async () => {
  const editor = await start({
    closeWith: { code: 1008, reason: "Unauthorized" },
    answers: { initialize: () => silence },
  });
  const error = await fail({ port: editor.port, authToken: "wrong" });
  expect(error.code).toBe("unauthorized");
  expect(error.message).toMatch(/1008: Unauthorized.*lock file/);
});

test("reports a drop during the handshake", async () => {
  const editor = await start({ answers: { "tools/list": (_params, connection) => connection.terminate() ?? silence } });
  expect(await fail({ port: editor.port })).toMatchObject({ code: "closed", message: expect.stringContaining("1006") });
});

test.each([
  ["none", false as const],
  ["another one", "soap"],
])("fails before initialize if the response has %s as subprotocol", async (_what, subprotocol) => {
  const editor = await start({ subprotocol });
  const error = await fail({ port: editor.port });
  expect(error.code).toBe("no-subprotocol");
  expect(error.message).toContain('"mcp"');
  const connection = await editor.connections.next();
  await connection.closed;
  expect(connection.messages.all).toEqual([]);
});

test("reports a port on which nothing listens", async () => {
  const editor = await FakeEditor.start();
  const { port } = editor;
  await editor[Symbol.asyncDispose]();
  const error = await fail({ port });
  expect(error).toMatchObject({ code: "unreachable", message: expect.stringContaining(`127.0.0.1:${port}`) });
});

test("rejects a token with invalid header characters without showing it", async () => {
  const error = await fail({ port: 12345, authToken: "line\nbreak" });
  expect(error.code).toBe("unreachable");
  expect(error.message).not.toContain("break");
});

test.each([
  ["2024-11-05", "2025-11-25", true],
  ["2025-06-18", "2025-11-25", true],
  ["2025-11-25", "2025-06-18", false],
  ["2099-01-01", "2025-11-25", false],
])("accepts revision %s when requesting %s: %s", async (answered, asked, accepted) => {
  const serverInfo = { name: "e", version: "1" };
  const editor = await start({
    answers: { initialize: () => ({ protocolVersion: answered, capabilities: {}, serverInfo }) },
  });
  if (accepted) {
    const client = await connect({ port: editor.port }, { protocolVersion: asked });
    expect(client.protocolVersion).toBe(answered);
    await client.close();
    return;
  }
  const error = await fail({ port: editor.port }, { protocolVersion: asked });
  expect(error.code).toBe("bad-handshake");
  expect(error.message).toContain(answered);
  const connection = await editor.connections.next();
  await connection.closed;
  expect(connection.messages.all).toHaveLength(1);
});

test.each([
  [
    "an error",
    () => {
      throw new Refusal(-32603, "no folder is open");
    },
    "no folder is open",
  ], // prettier-ignore
  ["another shape", () => ({ protocolVersion: "2025-11-25", capabilities: {} }), "serverInfo"],
])("initialize answered with %s fails the handshake", async (_what, initialize, words) => {
  const editor = await start({ answers: { initialize } });
  const error = await fail({ port: editor.port });
  expect(error.code).toBe("bad-handshake");
  expect(error.message).toContain(words);
});

/** Starts a program that accepts connections and stays silent. Returns its port and the next connection. */
async function startSilentServer(): Promise<{ port: number; connected: Promise<Socket> }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { port: address.port, connected: new Promise((resolve) => server.once("connection", resolve)) };
}

test("times out if the program accepts the connection and stays silent", async () => {
  const { port } = await startSilentServer();
  const clock = new ManualClock();
  const failing = fail({ port }, { clock, timeoutMs: 77 });
  await clock.elapse(77);
  expect(await failing).toMatchObject({ code: "timeout", message: expect.stringContaining("77 ms") });
});

test("an abort before the upgrade ends the connection", async () => {
  const { port, connected } = await startSilentServer();
  const abort = new AbortController();
  const connecting = connect({ port }, { signal: abort.signal });
  const ended = once((await connected).resume(), "close");
  const reason = new Error("changed my mind");
  abort.abort(reason);
  await expect(connecting).rejects.toBe(reason);
  await ended;
});

test.each(["initialize", "tools/list"])("times out if %s isn't answered", async (method) => {
  const editor = await start({ answers: { [method]: () => silence } });
  const clock = new ManualClock();
  const failing = fail({ port: editor.port }, { clock, timeoutMs: 77 });
  const connection = await editor.connections.next();
  await connection.next(method);
  // The earlier waits were cancelled, so only the last one has an effect.
  for (const wait of clock.waits.all) wait.elapse();
  const error = await failing;
  expect(error.code).toBe("timeout");
  expect(error.message).toContain(method);
  await connection.closed;
});

test.each(["initialize", "tools/list"])("an abort during %s ends the connection", async (method) => {
  const editor = await start({ answers: { [method]: () => silence } });
  const abort = new AbortController();
  const connecting = connect({ port: editor.port }, { signal: abort.signal });
  const connection = await editor.connections.next();
  await connection.next(method);
  const reason = new Error("changed my mind");
  abort.abort(reason);
  await expect(connecting).rejects.toBe(reason);
  await connection.closed;
});

test("an already aborted signal makes no connection", async () => {
  const editor = await start();
  const reason = new Error("too late");
  await expect(connect({ port: editor.port }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  expect(editor.requests).toEqual([]);
});

test("notifications sent during the handshake reach onNotification", async () => {
  const editor = await start({
    answers: {
      "tools/list": (_params, connection) => {
        connection.notify("log_event", { eventName: "early", eventData: {} });
        return { tools: [] };
      },
    },
  });
  const received: string[] = [];
  const client = await connect({ port: editor.port }, { onNotification: (method) => received.push(method) });
  expect(received).toEqual(["log_event"]);
  await client.close();
});
