/** The editor's side to a client whose words the test says. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { FakeClock } from "@tandem/base/testing";
import { expect, onTestFinished, test } from "vitest";
import type { Recording } from "../recording/entry.js";
import { call, handshake, recordingOf, result, type Said, texts } from "../testing/hand-made-recordings.js";
import { dial, type Talk } from "../testing/talk.js";
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

async function play(said: readonly Said[], options: ReplayEditorOptions = {}) {
  const replay = await start(recordingOf(said), options);
  return { replay, talk: await dial(replay.port, tokenOf(replay)) };
}

const ask = (talk: Talk, id: number | string, name: string, args: object = {}, meta?: object) =>
  talk.say({ id, method: "tools/call", params: { name, arguments: args, ...(meta && { _meta: meta }) } });

const answers = (talk: Talk) =>
  Object.fromEntries(talk.messages.map((message) => [Object(message).id, Object(message).result?.content?.[0]?.text]));

test("of recorded requests the one with equal arguments is preferred, else the next is taken", async () => {
  const { talk, replay } = await play([
    call(1, "getDiagnostics", { uri: "file:///rec/a" }),
    result(1, "first"),
    call(2, "getDiagnostics", { uri: "file:///rec/b" }),
    result(2, "second"),
    call(3, "getDiagnostics", {}),
    result(3, "third"),
  ]);
  ask(talk, 10, "getDiagnostics", { uri: "file:///live/b" });
  ask(talk, 11, "getDiagnostics", { uri: "file:///live/other" });
  ask(talk, 12, "getDiagnostics", {});
  await talk.count(3);
  expect(answers(talk)).toEqual({ 10: "second", 11: "first", 12: "third" });
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0, compared: 3 });
});

test("arguments of another shape are told, with --exact other values too", async () => {
  const said = [call(1, "openFile", { filePath: "/rec/a", preview: true }), result(1, "x")];
  const tell = async (options: ReplayEditorOptions, args: object) => {
    const { talk, replay } = await play(said, options);
    ask(talk, 5, "openFile", args);
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

test("what was ended by close_tab is answered when that comes again, with this session's tab and token", async () => {
  const { talk, replay } = await play([
    call(1, "openDiff", { tab_name: "old (1)" }, { progressToken: 1 }),
    ["editor", { method: "notifications/progress", params: { progressToken: 1, progress: 0, message: "wait" } }],
    call(2, "close_tab", { tab_name: "old (1)" }),
    result(2, "TAB_CLOSED"),
    result(1, "DIFF_REJECTED", "old (1)"),
  ]);
  ask(talk, 8, "openDiff", { tab_name: "new (2)" }, { progressToken: "p" });
  await talk.count(1);
  await talk.roundTrip();
  expect(talk.messages).toEqual([
    { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "p", progress: 0, message: "wait" } },
  ]);
  ask(talk, 9, "close_tab", { tab_name: "new (2)" });
  await talk.count(3);
  expect(talk.messages.slice(1)).toEqual(
    expect.arrayContaining([
      { jsonrpc: "2.0", id: 9, result: texts("TAB_CLOSED") },
      { jsonrpc: "2.0", id: 8, result: texts("DIFF_REJECTED", "new (2)") },
    ]),
  );
  expect(await replay.finished).toMatchObject({ differences: [], faults: [], unplayed: 0 });
});

test("a request that was never answered is not answered now", async () => {
  const { talk, replay } = await play([call(1, "openDiff"), call(2, "ok"), result(2, "x"), ["client", "close 1005"]]);
  ask(talk, 1, "openDiff");
  ask(talk, 2, "ok");
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0 });
  await talk.roundTrip();
  expect(answers(talk)).toEqual({ 2: "x" });
});

test("what the editor says by itself comes after what preceded it, as long after it as recorded, up to a second", async () => {
  const clock = new FakeClock();
  const { talk } = await play(
    [
      ...handshake,
      ["client", { method: "notifications/initialized" }],
      ["editor", { method: "at_mentioned", params: { filePath: "/rec/a" } }, 530],
      ["editor", { method: "at_mentioned", params: { filePath: "/rec/b" } }, 90_000],
    ],
    { clock },
  );
  talk.say({ id: 0, method: "initialize", params: {} });
  await talk.count(1);
  clock.advance(5000);
  await talk.roundTrip();
  expect(talk.came).toHaveLength(1);
  talk.say({ method: "notifications/initialized" });
  await talk.roundTrip();
  clock.advance(529);
  await talk.roundTrip();
  expect(talk.came).toHaveLength(1);
  clock.advance(1);
  await talk.count(2);
  expect(talk.messages[1]).toEqual({ jsonrpc: "2.0", method: "at_mentioned", params: { filePath: "/live/a" } });
  clock.advance(1000);
  await talk.count(3);
});

test("what the editor asked it asks again", async () => {
  const { talk, replay } = await play([
    call(1, "a"),
    result(1, "x"),
    ["editor", { id: "r", method: "roots/list" }],
    ["client", { id: "r", result: { roots: [] } }],
    ["editor", { method: "at_mentioned", params: { filePath: "/rec/a" } }],
  ]);
  ask(talk, 1, "a");
  await talk.count(2);
  await talk.roundTrip();
  expect(talk.messages[1]).toEqual({ jsonrpc: "2.0", id: "r", method: "roots/list" });
  talk.say({ id: "r", result: { roots: [] } });
  await talk.count(3);
  expect(await replay.finished).toMatchObject({ unplayed: 0, played: 3, differences: [] });
});

test("what the recording has no answer for is refused with words, but for a ping", async () => {
  const ping: Said[] = [
    ["client", { id: 3, method: "ping" }],
    ["editor", { id: 3, result: {} }],
  ];
  const { talk, replay } = await play([call(1, "a"), result(1, "x"), call(2, "z"), result(2, "x"), ...ping, ...ping]);
  ask(talk, 1, "a");
  ask(talk, 2, "a");
  ask(talk, 3, "b");
  talk.say({ id: 4, method: "listFiles" });
  talk.say({ id: 5, method: "ping" });
  await talk.count(5);
  expect(talk.messages.slice(1)).toEqual([
    {
      jsonrpc: "2.0",
      id: 2,
      result: { ...texts("a was asked 1 time in the recording, and now once more"), isError: true },
    },
    { jsonrpc: "2.0", id: 3, result: { ...texts("b is not in the recording"), isError: true } },
    { jsonrpc: "2.0", id: 4, error: { code: -32601, message: "listFiles is not in the recording" } },
    { jsonrpc: "2.0", id: 5, result: {} },
  ]);
  talk.socket.close();
  expect((await replay.finished).differences.map(({ call: what, id }) => [what, id])).toEqual([
    ["a", 2],
    ["b", 3],
    ["listFiles", 4],
    ["z", 2],
  ]);
});

test("what never came is told: requests, and kinds of notifications", async () => {
  const { talk, replay } = await play([...handshake, ["client", { method: "ide_connected", params: { pid: 1 } }]]);
  talk.socket.close();
  expect(await replay.finished).toMatchObject({
    played: 0,
    unplayed: 1,
    differences: [
      { call: "ide_connected", what: "it never came" },
      { call: "initialize c 1, MCP 2025-11-25", id: 0, what: "it never came" },
    ],
  });
});

test("a client that breaks off is lost; what breaks the protocol in its words is told", async () => {
  const { talk, replay } = await play([call(1, "a"), result(1, "x"), call(2, "b"), result(2, "x")]);
  talk.say("{");
  ask(talk, 1, "a");
  await talk.count(1);
  talk.socket.terminate();
  const { lost, faults } = await replay.finished;
  expect(lost).toEqual({ code: 1006, reason: "" });
  expect(faults).toEqual([expect.stringContaining("it is no JSON")]);
});

test("only one client comes in, with the token; the lock names no folder and goes with the replay", async () => {
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
  const talk = await dial(replay.port, tokenOf(replay));
  await expect(dial(replay.port, tokenOf(replay))).rejects.toThrow("503");
  await replay.close();
  expect(await talk.closed).toEqual({ code: 1001, reason: "The replay has ended" });
  expect(readdirSync(dirname(replay.lockFile))).toEqual([]);
});

test("it ends as the recorded editor did", async () => {
  const { talk, replay } = await play([call(1, "a"), result(1, "x"), ["editor", "close 1013 too much"]]);
  ask(talk, 1, "a");
  await replay.finished;
  await replay.close();
  expect(await talk.closed).toEqual({ code: 1013, reason: "too much" });
});

test("with a limit it does not wait for ever, neither for a client nor for its next word", async () => {
  const clock = new FakeClock();
  const { talk, replay } = await play([call(1, "a"), result(1, "x"), call(2, "b"), result(2, "x")], {
    clock,
    timeoutMs: 5000,
  });
  clock.advance(4000);
  ask(talk, 1, "a");
  await talk.count(1);
  clock.advance(4000);
  expect(replay.result).toMatchObject({ played: 1, unplayed: 1 });
  clock.advance(1000);
  expect((await replay.finished).differences).toEqual([{ call: "b", id: 2, what: "it never came" }]);
  const alone = await start(recordingOf([call(1, "a"), result(1, "x")]), { clock, timeoutMs: 5000 });
  clock.advance(5000);
  await alone.finished;
  expect(alone.hasClient).toBe(false);
});
