/** Unusual recordings, and ends that misbehave. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { call, handshake, type RecordedMessage, recordingOf, result } from "../testing/hand-made-recordings.js";
import { playClient } from "../testing/play-client.js";
import { dial } from "../testing/test-peer.js";
import { replayEditor } from "./replay-editor.js";

async function playEditor(recordedMessages: readonly RecordedMessage[]) {
  const configDir = mkdtempSync(join(tmpdir(), "tandem-replay-"));
  const replay = await replayEditor(recordingOf(recordedMessages), { configDir, env: {} });
  onTestFinished(async () => {
    await replay.close();
    rmSync(configDir, { recursive: true });
  });
  const { authToken } = JSON.parse(readFileSync(replay.lockFile, "utf8"));
  return { replay, peer: await dial(replay.port, String(authToken)) };
}

const ping: RecordedMessage = ["client", { id: "p", method: "ping" }];
const pong: RecordedMessage = ["editor", { id: "p", result: {} }];
const initialize = handshake[0]?.[1] ?? "";

test("sends what the editor sent after a client's ping even to a client that doesn't ping", async () => {
  const note: RecordedMessage = ["editor", { method: "log_event", params: { eventName: "x" } }];
  const { replay, peer } = await playEditor([...handshake, ping, pong, note]);
  peer.send(initialize);
  await peer.count(2);
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0 });
});

test("a recorded decision doesn't wait for the client's pings", async () => {
  const recordedMessages = [
    ...handshake,
    call(1, "openDiff", { tab_name: "t" }),
    ping,
    pong,
    result(1, "DIFF_REJECTED", "t"),
  ];
  const { replay, peer } = await playEditor(recordedMessages);
  peer.send(initialize);
  peer.send({ id: 1, method: "tools/call", params: { name: "openDiff", arguments: { tab_name: "t" } } });
  await peer.count(2);
  expect(peer.received[1]).toContain("DIFF_REJECTED");
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0 });
});

test.each([
  [undefined, {}],
  [{}, undefined],
  [{ _meta: { progressToken: 1 } }, undefined],
])("params %j and %j are equivalent", async (recorded, given) => {
  const asked: RecordedMessage = ["client", { id: 1, method: "tools/list", ...(recorded && { params: recorded }) }];
  const { replay, peer } = await playEditor([...handshake, asked, ["editor", { id: 1, result: { tools: [] } }]]);
  peer.send(initialize);
  peer.send({ id: 1, method: "tools/list", ...(given && { params: given }) });
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0, compared: 2 });
});

test("reports a response nested too deeply to compare, and compares the rest", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const recordedMessages = [
    ["client", { id: 1, method: "x" }] as const,
    ["editor", { id: 1, result: {} }] as const,
    ...handshake,
  ];
  const { playing, peer } = await playClient(recordingOf(recordedMessages));
  await peer.count(1);
  peer.send(`{"jsonrpc":"2.0","id":1,"result":{"a":${deep}}}`);
  await peer.count(2);
  peer.send(handshake[1]?.[1] ?? "");
  const { differences, compared } = await playing;
  expect(compared).toBe(2);
  expect(differences).toEqual([{ call: "x", id: 1, what: "nested too deeply to compare" }]);
});

test("an invalid close code doesn't lose the result", async () => {
  const { playing, peer } = await playClient(recordingOf([...handshake, ["client", "close 1015 what no frame holds"]]));
  await peer.count(1);
  peer.send(handshake[1]?.[1] ?? "");
  expect(await playing).toMatchObject({ played: 1, differences: [] });
  expect((await peer.closed).code).toBe(1005);
});
