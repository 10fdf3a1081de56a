/** The editor's side, with a client controlled by the test. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { expect, onTestFinished, test } from "vitest";
import type { Recording } from "../recording/entry.js";
import { call, handshake, type RecordedMessage, recordingOf, result, texts } from "../testing/hand-made-recordings.js";
import { dial, type TestPeer } from "../testing/test-peer.js";
import { type EditorReplay, type ReplayEditorOptions, replayEditor } from "./replay-editor.js";

function tokenOf({ lockFile }: EditorReplay): string {
  const { authToken }: { authToken: string } = JSON.parse(readFileSync(lockFile, "utf8"));
  return authToken;
}

async function start(recording: Recording, options: ReplayEditorOptions = {}): Promise<EditorReplay> {
  const configDir = mkdtempSync(join(tmpdir(), "tandem-replay-"));
  const replay = await replayEditor(recording, { configDir, env: {}, present: ["/live"], ...options });
  onTestFinished(async () => {
    await replay.close();
    rmSync(configDir, { recursive: true });
  });
  return replay;
}

async function play(recordedMessages: readonly RecordedMessage[], options: ReplayEditorOptions = {}) {
  const replay = await start(recordingOf(recordedMessages), options);
  return { replay, peer: await dial(replay.port, tokenOf(replay)) };
}

const ask = (peer: TestPeer, id: number | string, name: string, args: object = {}, meta?: object) =>
  peer.send({ id, method: "tools/call", params: { name, arguments: args, ...(meta && { _meta: meta }) } });

const answers = (peer: TestPeer) =>
  Object.fromEntries(peer.messages.map((message) => [Object(message).id, Object(message).result?.content?.[0]?.text]));

test("prefers the recorded request with equal arguments, or else the next", async () => {
  const { peer, replay } = await play([
    call(1, "getDiagnostics", { uri: "file:///rec/a" }),
    result(1, "first"),
    call(2, "getDiagnostics", { uri: "file:///rec/b" }),
    result(2, "second"),
    call(3, "getDiagnostics", {}),
    result(3, "third"),
  ]);
  ask(peer, 10, "getDiagnostics", { uri: "file:///live/b" });
  ask(peer, 11, "getDiagnostics", { uri: "file:///live/other" });
  ask(peer, 12, "getDiagnostics", {});
  await peer.count(3);
  expect(answers(peer)).toEqual({ 10: "second", 11: "first", 12: "third" });
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0, compared: 3 });
});

test("reports arguments of another shape, and with --exact other values", async () => {
  const recordedMessages = [call(1, "openFile", { filePath: "/rec/a", preview: true }), result(1, "x")];
  const tell = async (options: ReplayEditorOptions, args: object) => {
    const { peer, replay } = await play(recordedMessages, options);
    ask(peer, 5, "openFile", args);
    return (await replay.finished).differences.map(({ what }) => what);
  };
  expect(await tell({}, { filePath: "/live/other", preview: false })).toEqual([]);
  expect(await tell({}, { filePath: 7 })).toEqual([
    "arguments.filePath was a string, is a number",
    "arguments.preview is gone, was true",
  ]);
  expect(await tell({ exact: true }, { filePath: "/live/other", preview: true })).toEqual([
    'arguments.filePath was "/rec/a", is "/rec/other"',
  ]);
});

test("a call ended by close_tab is answered when close_tab comes again, with this session's tab and token", async () => {
  const { peer, replay } = await play([
    call(1, "openDiff", { tab_name: "old (1)" }, { progressToken: 1 }),
    ["editor", { method: "notifications/progress", params: { progressToken: 1, progress: 0, message: "wait" } }],
    call(2, "close_tab", { tab_name: "old (1)" }),
    result(2, "TAB_CLOSED"),
    result(1, "DIFF_REJECTED", "old (1)"),
  ]);
  ask(peer, 8, "openDiff", { tab_name: "new (2)" }, { progressToken: "p" });
  await peer.count(1);
  await peer.roundTrip();
  expect(peer.messages).toEqual([
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p", progress: 0, message: "wait" } },
  ]);
  ask(peer, 9, "close_tab", { tab_name: "new (2)" });
  await peer.count(3);
  expect(peer.messages.slice(1)).toEqual(
    expect.arrayContaining([
      { jsonrpc: "2.0", id: 9, result: texts("TAB_CLOSED") },
      { jsonrpc: "2.0", id: 8, result: texts("DIFF_REJECTED", "new (2)") },
    ]),
  );
  expect(await replay.finished).toMatchObject({ differences: [], faults: [], unplayed: 0 });
});

test("doesn't answer a request without a recorded response", async () => {
  const { peer, replay } = await play([call(1, "openDiff"), call(2, "ok"), result(2, "x"), ["client", "close 1005"]]);
  ask(peer, 1, "openDiff");
  ask(peer, 2, "ok");
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0 });
  await peer.roundTrip();
  expect(answers(peer)).toEqual({ 2: "x" });
});

test("sends the editor's notifications after the messages that preceded them, with the recorded delay up to a second", async () => {
  const clock = new FakeClock();
  const { peer } = await play(
    [
      ...handshake,
      ["client", { method: "notifications/initialized" }],
      ["editor", { method: "at_mentioned", params: { filePath: "/rec/a" } }, 530],
      ["editor", { method: "at_mentioned", params: { filePath: "/rec/b" } }, 90_000],
    ],
    { clock },
  );
  peer.send({ id: 0, method: "initialize", params: {} });
  await peer.count(1);
  clock.advance(5000);
  await peer.roundTrip();
  expect(peer.received).toHaveLength(1);
  peer.send({ method: "notifications/initialized" });
  await peer.roundTrip();
  clock.advance(529);
  await peer.roundTrip();
  expect(peer.received).toHaveLength(1);
  clock.advance(1);
  await peer.count(2);
  expect(peer.messages[1]).toEqual({ jsonrpc: "2.0", method: "at_mentioned", params: { filePath: "/live/a" } });
  clock.advance(1000);
  await peer.count(3);
});

test("repeats the editor's requests", async () => {
  const { peer, replay } = await play([
    call(1, "a"),
    result(1, "x"),
    ["editor", { id: "r", method: "roots/list" }],
    ["client", { id: "r", result: { roots: [] } }],
    ["editor", { method: "at_mentioned", params: { filePath: "/rec/a" } }],
  ]);
  ask(peer, 1, "a");
  await peer.count(2);
  await peer.roundTrip();
  expect(peer.messages[1]).toEqual({ jsonrpc: "2.0", id: "r", method: "roots/list" });
  peer.send({ id: "r", result: { roots: [] } });
  await peer.count(3);
  expect(await replay.finished).toMatchObject({ unplayed: 0, played: 3, differences: [] });
});

test("refuses requests without a recorded response, except pings, and says why", async () => {
  const ping: RecordedMessage[] = [
    ["client", { id: 3, method: "ping" }],
    ["editor", { id: 3, result: {} }],
  ];
  const { peer, replay } = await play([call(1, "a"), result(1, "x"), call(2, "z"), result(2, "x"), ...ping, ...ping]);
  ask(peer, 1, "a");
  ask(peer, 2, "a");
  ask(peer, 3, "b");
  peer.send({ id: 4, method: "listFiles" });
  peer.send({ id: 5, method: "ping" });
  await peer.count(5);
  expect(peer.messages.slice(1)).toEqual([
    {
      jsonrpc: "2.0",
      id: 2,
      result: { ...texts("a was sent more often than in the recording (1 time)"), isError: true },
    },
    { jsonrpc: "2.0", id: 3, result: { ...texts("b isn't in the recording"), isError: true } },
    { jsonrpc: "2.0", id: 4, error: { code: -32601, message: "listFiles isn't in the recording" } },
    { jsonrpc: "2.0", id: 5, result: {} },
  ]);
  peer.socket.close();
  expect((await replay.finished).differences.map(({ call: what, id }) => [what, id])).toEqual([
    ["a", 2],
    ["b", 3],
    ["listFiles", 4],
    ["z", 2],
  ]);
});

test("reports missing requests and kinds of notifications", async () => {
  const { peer, replay } = await play([...handshake, ["client", { method: "ide_connected", params: { pid: 1 } }]]);
  peer.socket.close();
  expect(await replay.finished).toMatchObject({
    played: 0,
    unplayed: 1,
    differences: [
      { call: "ide_connected", what: "never received" },
      { call: "initialize c 1, MCP 2025-11-25", id: 0, what: "never received" },
    ],
  });
});

test("reports a lost client and its protocol violations", async () => {
  const { peer, replay } = await play([call(1, "a"), result(1, "x"), call(2, "b"), result(2, "x")]);
  peer.send("{");
  ask(peer, 1, "a");
  await peer.count(1);
  peer.socket.terminate();
  const { lost, faults } = await replay.finished;
  expect(lost).toEqual({ code: 1006, reason: "" });
  expect(faults).toEqual([expect.stringContaining("invalid JSON")]);
});

test("accepts one client with the token; the lock file has no folder and is removed at the end", async () => {
  const replay = await start(recordingOf([call(1, "a"), result(1, "x")]));
  const lock: unknown = JSON.parse(readFileSync(replay.lockFile, "utf8"));
  expect(lock).toMatchObject({
    ideName: "Recorded (replayed)",
    workspaceFolders: [],
    onlyByPort: true,
    pid: process.pid,
  });
  expect(replay.environment({})).toMatchObject({ CLAUDE_CODE_SSE_PORT: String(replay.port) });
  await expect(dial(replay.port, "wrong")).rejects.toThrow("401");
  const peer = await dial(replay.port, tokenOf(replay));
  await expect(dial(replay.port, tokenOf(replay))).rejects.toThrow("503");
  await replay.close();
  expect(await peer.closed).toEqual({ code: 1001, reason: "The replay was stopped" });
  expect(readdirSync(dirname(replay.lockFile))).toEqual([]);
});

test("closes like the recorded editor", async () => {
  const { peer, replay } = await play([call(1, "a"), result(1, "x"), ["editor", "close 1013 too much"]]);
  ask(peer, 1, "a");
  await replay.finished;
  await replay.close();
  expect(await peer.closed).toEqual({ code: 1013, reason: "too much" });
});

test("with a limit it does not wait forever for a client or its next message", async () => {
  const clock = new FakeClock();
  const { peer, replay } = await play([call(1, "a"), result(1, "x"), call(2, "b"), result(2, "x")], {
    clock,
    timeoutMs: 5000,
  });
  clock.advance(4000);
  ask(peer, 1, "a");
  await peer.count(1);
  clock.advance(4000);
  expect(replay.result).toMatchObject({ played: 1, unplayed: 1 });
  clock.advance(1000);
  expect((await replay.finished).differences).toEqual([{ call: "b", id: 2, what: "never received" }]);
  const alone = await start(recordingOf([call(1, "a"), result(1, "x")]), { clock, timeoutMs: 5000 });
  clock.advance(5000);
  await alone.finished;
  expect(alone.hasClient).toBe(false);
});
