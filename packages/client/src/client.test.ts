import { RpcError, ToolResultError } from "@tandem-ide/protocol";
import { expect, onTestFinished, test } from "vitest";
import type { Client } from "./client.js";
import { connect } from "./connect.js";
import { AnswerError, ConnectionClosedError, TimeoutError } from "./errors.js";
import type { ConnectOptions } from "./options.js";
import { type FakeConnection, FakeEditor, type FakeEditorOptions, Refusal, silence } from "./testing/fake-editor.js";
import { ManualClock } from "./testing/manual-clock.js";
import type { Violation } from "./violation.js";

interface Pair {
  readonly client: Client;
  readonly connection: FakeConnection;
}

async function pair(answers: FakeEditorOptions["answers"] = {}, options: ConnectOptions = {}): Promise<Pair> {
  const editor = await FakeEditor.start({ answers });
  onTestFinished(() => editor[Symbol.asyncDispose]());
  const client = await connect({ port: editor.port }, options);
  onTestFinished(() => client.close());
  return { client, connection: await editor.connections.next() };
}

const text = (...items: string[]) => ({ content: items.map((item) => ({ type: "text", text: item })) });

test("call sends arguments and a progress token, and decodes the result", async () => {
  const { client, connection } = await pair({ "tools/call": () => text("FILE_SAVED", "new text") });
  const input = { old_file_path: "/a", new_file_path: "/a", new_file_contents: "x", tab_name: "tab" };
  const answer = await client.call("openDiff", input);
  expect(answer).toEqual({ decision: "saved", text: "new text" });
  expect(await connection.next("tools/call")).toStrictEqual({
    jsonrpc: "2.0",
    id: 2,
    method: "tools/call",
    params: { name: "openDiff", arguments: input, _meta: { progressToken: 2 } },
  });
});

test("a tool without arguments is called with an empty object", async () => {
  const { client, connection } = await pair({ "tools/call": () => text("CLOSED_3_DIFF_TABS") });
  expect(await client.call("closeAllDiffTabs")).toEqual({ closed: 3 });
  expect((await connection.next("tools/call")).params).toMatchObject({ arguments: {} });
});

test("the compiler requires arguments that have no default", () => {
  const calls = (client: Client) => [
    client.call("getDiagnostics"),
    client.request("listFiles"),
    // @ts-expect-error: a file must be named
    client.call("openFile"),
    // @ts-expect-error: a path must be given
    client.request("readFile", {}),
    // @ts-expect-error: there is no such argument
    client.call("close_tab", { tab: "x" }),
  ];
  expect(calls).toBeTypeOf("function");
});

test("a tool's error throws with its message", async () => {
  const { client } = await pair({ "tools/call": () => ({ ...text("no such file"), isError: true }) });
  await expect(client.call("openFile", { filePath: "/x" })).rejects.toThrow(new ToolResultError("no such file"));
});

test("callRaw calls any tool and returns results and errors undecoded", async () => {
  const { client, connection } = await pair({ "tools/call": () => ({ ...text("broken"), isError: true }) });
  expect(await client.callRaw("frobnicate", { level: 11 })).toEqual({ ...text("broken"), isError: true });
  expect((await connection.next("tools/call")).params).toMatchObject({ name: "frobnicate", arguments: { level: 11 } });
});

test("a malformed result throws an AnswerError", async () => {
  const { client } = await pair({ "tools/call": () => ({ contents: [] }) });
  await expect(client.callRaw("getOpenEditors")).rejects.toThrow(AnswerError);
});

test("an error from the editor is an RpcError with its code and data", async () => {
  const { client } = await pair({
    "tools/call": () => {
      throw new Refusal(-32602, "unknown tool: x", { tool: "x" });
    },
  });
  const error: unknown = await client.callRaw("x").catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(RpcError);
  expect(error).toMatchObject({ code: -32602, message: "unknown tool: x", data: { tool: "x" } });
});

test("a workspace request is typed and its result checked", async () => {
  const { client, connection } = await pair({ readFile: () => "# Read me", listFiles: () => ["a", 1] });
  const content: string = await client.request("readFile", { path: "README.md" });
  expect(content).toBe("# Read me");
  expect((await connection.next("readFile")).params).toEqual({ path: "README.md" });
  await expect(client.request("listFiles")).rejects.toThrow(/listFiles is malformed: "\[1\]" must be of type string/);
});

test("requestRaw returns the result unchecked", async () => {
  const { client } = await pair({ "x/y": ({ n }) => [n, null] });
  expect(await client.requestRaw("x/y", { n: 4 })).toEqual([4, null]);
});

test("responses may arrive in any order", async () => {
  const { client, connection } = await pair({ first: () => silence, second: () => "2" });
  const first = client.requestRaw("first");
  expect(await client.requestRaw("second")).toBe("2");
  connection.send({ id: (await connection.next("first")).id, result: "1" });
  expect(await first).toBe("1");
});

test("an aborted call is cancelled, and its late response isn't a violation", async () => {
  const violations: Violation[] = [];
  const { client, connection } = await pair(
    { "tools/call": () => silence },
    { onViolation: (violation) => violations.push(violation) },
  );
  const abort = new AbortController();
  const calling = client.call("getDiagnostics", {}, { signal: abort.signal });
  const { id } = await connection.next("tools/call");
  const reason = new Error("not needed");
  abort.abort(reason);
  await expect(calling).rejects.toBe(reason);
  expect((await connection.next("notifications/cancelled")).params).toMatchObject({ requestId: id });
  connection.send({ id, result: text("[]") });
  await client.ping();
  expect(violations).toEqual([]);
});

test("a call with an aborted signal sends nothing", async () => {
  const { client, connection } = await pair();
  const reason = new Error("never mind");
  await expect(client.call("getOpenEditors", {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await client.ping();
  expect(connection.messages.all.at(-1)).toMatchObject({ method: "ping", id: 2 });
});

test("a call that takes too long is cancelled", async () => {
  const clock = new ManualClock();
  const { client, connection } = await pair({ "tools/call": () => silence }, { clock });
  const calling = client.call("getDiagnostics", {}, { timeoutMs: 500 });
  const failed = expect(calling).rejects.toThrow(TimeoutError);
  await clock.elapse(500);
  await failed;
  await connection.next("notifications/cancelled");
});

test("tools that wait for the user have no timeout, others have the default", async () => {
  const clock = new ManualClock();
  const { client } = await pair({ "tools/call": () => text("DIFF_REJECTED", "t") }, { clock, requestTimeoutMs: 321 });
  const before = clock.waits.all.length;
  await client.call("openDiff", { old_file_path: "", new_file_path: "", new_file_contents: "", tab_name: "t" });
  expect(clock.waits.all).toHaveLength(before);
  await client.callRaw("close_tab", { tab_name: "t" });
  expect(clock.waits.all.slice(before).map(({ ms }) => ms)).toEqual([321]);
});

test("an undefined timeout means the default", async () => {
  const clock = new ManualClock();
  const { client } = await pair({ "tools/call": () => text("x") }, { clock, requestTimeoutMs: 321 });
  const before = clock.waits.all.length;
  await client.callRaw("close_tab", {}, { timeoutMs: undefined });
  await client.ping({ timeoutMs: undefined });
  expect(clock.waits.all.slice(before).map(({ ms }) => ms)).toEqual([321, 321]);
});

test("params that can't be serialised leave nothing pending", async () => {
  const clock = new ManualClock();
  const { client } = await pair({}, { clock });
  const before = clock.waits.all.length;
  await expect(client.requestRaw("x", { n: 1n })).rejects.toThrow(TypeError);
  expect(clock.waits.all).toHaveLength(before);
});

test.each([
  ["not-json", "{"],
  ["not-json-rpc", "[]"],
  ["not-json-rpc", '{"jsonrpc":"1.0","method":"x"}'],
  ["unknown-answer", '{"jsonrpc":"2.0","id":99,"result":1}'],
  ["unknown-answer", '{"jsonrpc":"2.0","id":0,"result":1}'],
  ["error-without-id", '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"?"}}'],
  ["binary-frame", Buffer.from("{}")],
])("%s is a violation and the connection stays open: %s", async (code, frame) => {
  const violations: Violation[] = [];
  const { client, connection } = await pair({}, { onViolation: (violation) => violations.push(violation) });
  connection.sendRaw(frame);
  await client.ping();
  expect(violations.map((violation) => violation.code)).toEqual([code]);
});

test("ping and roots/list are answered, anything else is -32601", async () => {
  const { connection } = await pair({}, { roots: ["/home/ada/my work"] });
  connection.send({ id: "a", method: "ping" });
  connection.send({ id: "b", method: "roots/list" });
  connection.send({ id: "c", method: "sampling/createMessage", params: {} });
  const answers = connection.messages;
  await answers.next((message) => message.error !== undefined);
  expect(answers.all.slice(-3)).toStrictEqual([
    { jsonrpc: "2.0", id: "a", result: {} },
    { jsonrpc: "2.0", id: "b", result: { roots: [{ uri: "file:///home/ada/my%20work" }] } },
    { jsonrpc: "2.0", id: "c", error: { code: -32601, message: "Method not found: sampling/createMessage" } },
  ]);
});

test("lists the tools again when the editor reports a change", async () => {
  let count = 0;
  const { client, connection } = await pair({
    "tools/list": () => ({ tools: [{ name: `tool-${++count}`, inputSchema: { type: "object" } }] }),
  });
  expect(client.tools.map((tool) => tool.name)).toEqual(["tool-1"]);
  await connection.next("tools/list");
  connection.notify("notifications/tools/list_changed");
  await connection.next("tools/list");
  await client.ping();
  expect(client.tools.map((tool) => tool.name)).toEqual(["tool-2"]);
});

test("a pending call rejects when the connection drops", async () => {
  const { client, connection } = await pair({ "tools/call": () => silence });
  const calling = client.call("getOpenEditors").catch((error: unknown) => error);
  await connection.next("tools/call");
  connection.terminate();
  const error = await calling;
  expect(error).toBeInstanceOf(ConnectionClosedError);
  expect(error).toMatchObject({ closeCode: 1006, message: expect.stringContaining("before tools/call was answered") });
  await expect(client.ping()).rejects.toThrow(ConnectionClosedError);
});

test("the closed state has the editor's code and reason", async () => {
  const { client, connection } = await pair();
  const states: string[] = [];
  client.onState((state) => states.push(state.status));
  connection.close(1001, "the editor quits");
  expect(await client.closed).toEqual({
    status: "closed",
    byClient: false,
    closeCode: 1001,
    reason: "The connection was lost (code 1001: the editor quits).",
  });
  expect(states).toEqual(["closed"]);
});

test("a message that is too large ends the connection", async () => {
  const { client, connection } = await pair();
  connection.sendRaw("x".repeat(64 * 1024 * 1024 + 1));
  expect((await client.closed).reason).toContain("Max payload size exceeded");
});

test("close sends no code, like Claude Code, and rejects pending calls", async () => {
  const { client, connection } = await pair({ "tools/call": () => silence });
  const calling = expect(client.call("getOpenEditors")).rejects.toThrow(ConnectionClosedError);
  await client.close();
  await calling;
  expect(await connection.closed).toEqual({ code: 1005, reason: "" });
  expect(client.state).toMatchObject({ status: "closed", byClient: true });
  await client.close();
});

test("Symbol.asyncDispose closes", async () => {
  const { client, connection } = await pair();
  await client[Symbol.asyncDispose]();
  await connection.closed;
  expect(client.state.status).toBe("closed");
});

test("close doesn't wait for an editor that hangs", async () => {
  const clock = new ManualClock();
  const { client, connection } = await pair({}, { clock });
  connection.pause();
  const closing = client.close();
  await clock.elapse(1000);
  await closing;
  expect(client.state).toMatchObject({ status: "closed", byClient: true, closeCode: 1006 });
});
