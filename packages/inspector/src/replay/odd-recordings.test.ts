/** Recordings and ends that are not as one would wish. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { call, handshake, recordingOf, result, type Said } from "../testing/hand-made-recordings.js";
import { playClient } from "../testing/play-client.js";
import { dial } from "../testing/talk.js";
import { replayEditor } from "./replay-editor.js";

async function playEditor(said: readonly Said[]) {
  const configDir = mkdtempSync(join(tmpdir(), "tandem-replay-"));
  const replay = await replayEditor(recordingOf(said), { configDir, env: {} });
  onTestFinished(async () => {
    await replay.close();
    rmSync(configDir, { recursive: true });
  });
  const { authToken } = JSON.parse(readFileSync(replay.lockFile, "utf8"));
  return { replay, talk: await dial(replay.port, String(authToken)) };
}

const ping: Said = ["client", { id: "p", method: "ping" }];
const pong: Said = ["editor", { id: "p", result: {} }];
const initialize = handshake[0]?.[1] ?? "";

test("what the editor said after a ping of the client is said to a client that does not ping", async () => {
  const note: Said = ["editor", { method: "log_event", params: { eventName: "x" } }];
  const { replay, talk } = await playEditor([...handshake, ping, pong, note]);
  talk.say(initialize);
  await talk.count(2);
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0 });
});

test("a decision of the recording does not wait for a ping that the client sent meanwhile", async () => {
  const said = [...handshake, call(1, "openDiff", { tab_name: "t" }), ping, pong, result(1, "DIFF_REJECTED", "t")];
  const { replay, talk } = await playEditor(said);
  talk.say(initialize);
  talk.say({ id: 1, method: "tools/call", params: { name: "openDiff", arguments: { tab_name: "t" } } });
  await talk.count(2);
  expect(talk.came[1]).toContain("DIFF_REJECTED");
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0 });
});

test.each([
  [undefined, {}],
  [{}, undefined],
  [{ _meta: { progressToken: 1 } }, undefined],
])("params %j and %j say the same", async (recorded, given) => {
  const asked: Said = ["client", { id: 1, method: "tools/list", ...(recorded && { params: recorded }) }];
  const { replay, talk } = await playEditor([...handshake, asked, ["editor", { id: 1, result: { tools: [] } }]]);
  talk.say(initialize);
  talk.say({ id: 1, method: "tools/list", ...(given && { params: given }) });
  expect(await replay.finished).toMatchObject({ differences: [], unplayed: 0, compared: 2 });
});

test("an answer that is nested too deeply to be compared is told, and the rest is compared", async () => {
  const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
  const said = [["client", { id: 1, method: "x" }] as const, ["editor", { id: 1, result: {} }] as const, ...handshake];
  const { playing, talk } = await playClient(recordingOf(said));
  await talk.count(1);
  talk.say(`{"jsonrpc":"2.0","id":1,"result":{"a":${deep}}}`);
  await talk.count(2);
  talk.say(handshake[1]?.[1] ?? "");
  const { differences, compared } = await playing;
  expect(compared).toBe(2);
  expect(differences).toEqual([{ call: "x", id: 1, what: "it is nested too deeply to be compared" }]);
});

test("a close code that nobody may send does not cost the result", async () => {
  const { playing, talk } = await playClient(recordingOf([...handshake, ["client", "close 1015 what no frame holds"]]));
  await talk.count(1);
  talk.say(handshake[1]?.[1] ?? "");
  expect(await playing).toMatchObject({ played: 1, differences: [] });
  expect((await talk.closed).code).toBe(1005);
});
