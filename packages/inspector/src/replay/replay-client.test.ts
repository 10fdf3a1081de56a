/** The client's side against an endpoint whose words the test says, so that it can be wrong in every way. */

import { FakeClock } from "@tandem/base/testing";
import { authorizationHeader } from "@tandem/protocol";
import { expect, test } from "vitest";
import type { Recording } from "../recording/entry.js";
import { call, handshake, recordingOf, result, texts } from "../testing/hand-made-recordings.js";
import { playClient } from "../testing/play-client.js";
import type { Talk } from "../testing/talk.js";

const ids = (talk: Talk) => talk.messages.map((message) => Object(message).id);

test("a frame is sent once the answers that came before it have come, and no sooner", async () => {
  const { playing, talk } = await playClient(
    recordingOf([
      call(1, "a"),
      result(1, "x"),
      call(2, "b"),
      call(3, "c"),
      result(3, "x"),
      result(2, "x"),
      ["client", { method: "note" }],
    ]),
  );
  await talk.count(1);
  await talk.roundTrip();
  expect(ids(talk)).toEqual([1]);
  talk.say({ id: 1, result: texts("x") });
  await talk.count(3);
  talk.say({ id: 2, result: texts("x") });
  await talk.roundTrip();
  expect(ids(talk)).toEqual([1, 2, 3]);
  talk.say({ id: 3, result: texts("x") });
  await talk.count(4);
  expect(talk.messages.at(-1)).toEqual({ jsonrpc: "2.0", method: "note" });
  expect(await playing).toMatchObject({ played: 4, unplayed: 0, compared: 3, differences: [] });
});

test("notifications of the editor are not waited for", async () => {
  const { playing, talk } = await playClient(
    recordingOf([
      ["editor", { method: "selection_changed", params: {} }],
      ["client", { method: "note" }],
    ]),
  );
  await talk.count(1);
  expect(await playing).toMatchObject({ differences: [], faults: [] });
});

test("it comes with the recorded user-agent and subprotocols, and with the editor's token", async () => {
  const { headers, playing } = await playClient(recordingOf([["client", { method: "note" }]]));
  await playing;
  expect(headers).toMatchObject({
    "user-agent": "recorded/1.0",
    "sec-websocket-protocol": "mcp,other",
    [authorizationHeader]: "secret",
  });
});

test("what the editor asks is answered as recorded, under its own id and with its own folder", async () => {
  const roots = { roots: [{ uri: "file:///rec/a" }] };
  const { talk, playing } = await playClient(
    recordingOf([
      call(1, "a"),
      ["editor", { id: "r1", method: "roots/list" }],
      ["client", { id: "r1", result: roots }],
      result(1, "x"),
    ]),
  );
  await talk.count(1);
  talk.say({ id: 77, method: "roots/list" });
  talk.say({ id: 78, method: "roots/list" });
  talk.say({ id: "p", method: "ping" });
  talk.say({ id: 79, method: "sampling/createMessage" });
  await talk.count(5);
  expect(talk.messages.slice(1)).toEqual([
    { jsonrpc: "2.0", id: 77, result: { roots: [{ uri: "file:///live/a" }] } },
    { jsonrpc: "2.0", id: 78, result: { roots: [{ uri: "file:///live/a" }] } },
    { jsonrpc: "2.0", id: "p", result: {} },
    { jsonrpc: "2.0", id: 79, error: { code: -32601, message: expect.stringContaining("sampling/createMessage") } },
  ]);
  talk.say({ id: 1, result: texts("x") });
  expect(await playing).toMatchObject({ differences: [], played: 1 });
});

test("paths are moved there, and back before they are compared", async () => {
  const before = result(1, JSON.stringify({ path: "/rec/a.ts" }));
  const { talk, playing } = await playClient(recordingOf([call(1, "t", { uri: "file:///rec/a.ts" }), before]), {
    exact: true,
  });
  await talk.count(1);
  expect(talk.messages[0]).toMatchObject({ params: { arguments: { uri: "file:///live/a.ts" } } });
  talk.say({ id: 1, result: texts(JSON.stringify({ path: "/live/a.ts" })) });
  expect((await playing).differences).toEqual([]);
});

test("batches and frames that cannot be read are played as they are", async () => {
  const { talk, playing } = await playClient(
    recordingOf([
      [
        "client",
        [
          { id: 1, method: "ping" },
          { id: 2, method: "ping" },
        ],
      ],
      [
        "editor",
        [
          { id: 2, result: {} },
          { id: 1, result: {} },
        ],
      ],
      ["client", "{not json"],
      ["editor", { id: null, error: { code: -32700, message: "?" } }],
      ["client", { method: "note" }],
    ]),
  );
  await talk.count(1);
  expect(talk.messages).toEqual([
    [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "ping" },
    ],
  ]);
  talk.say({ id: 1, result: {} });
  talk.say({ id: 2, result: {} });
  await talk.count(2);
  await talk.roundTrip();
  expect(talk.came.slice(1)).toEqual(["{not json"]);
  talk.say({ id: null, error: { code: -32700, message: "?" } });
  await talk.count(3);
  expect(await playing).toMatchObject({ differences: [], faults: [], compared: 2 });
});

test("an answer that nobody waits for, and one that breaks the protocol, are told; one that did so before is known", async () => {
  const { talk, playing } = await playClient(
    recordingOf([
      ...handshake,
      call(1, "getOpenEditors"),
      result(1, "none"),
      call(2, "getDiagnostics"),
      result(2, "[]"),
    ]),
  );
  await talk.count(1);
  talk.say({
    id: 0,
    result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "n", version: "9" } },
  });
  await talk.count(2);
  talk.say({ id: 9, result: {} });
  talk.say({ id: 1, result: texts("none") });
  await talk.count(3);
  talk.say({ id: 2, result: texts("nothing") });
  const { faults, knownFaults, differences } = await playing;
  expect(faults).toEqual([
    expect.stringContaining("no call with the id 9 is waiting"),
    "getDiagnostics: getDiagnostics: the answer is not JSON: nothing",
  ]);
  expect(knownFaults).toEqual(["getOpenEditors: getOpenEditors: the answer is not JSON: none"]);
  expect(differences.map(({ what }) => what)).toEqual(['result.content[0].text was JSON, is the text "nothing"']);
});

test("an answer that does not come in time is told, and what waits for a person is announced", async () => {
  const clock = new FakeClock();
  const progress: unknown[] = [];
  const args = { tab_name: "t", new_file_contents: "n" };
  const { talk, playing } = await playClient(
    recordingOf([call(1, "openDiff", args), result(1, "FILE_SAVED", "other"), ["client", { method: "note" }]]),
    { clock, timeoutMs: 7000, onProgress: (each) => progress.push(each) },
  );
  await talk.count(1);
  clock.advance(7000);
  expect(await playing).toMatchObject({
    played: 1,
    unplayed: 1,
    differences: [{ call: "openDiff t", id: 1, what: "no answer came within 7 s" }],
  });
  expect(progress).toEqual([
    { kind: "played", done: 1, total: 2 },
    { kind: "waiting", call: "openDiff t", recorded: "changed and accepted" },
  ]);
});

test("a frame that cannot be read and is left without an answer is told too", async () => {
  const clock = new FakeClock();
  const { talk, playing } = await playClient(
    recordingOf([
      ["client", "{"],
      ["editor", { id: null, error: { code: -32700, message: "?" } }],
    ]),
    { clock },
  );
  await talk.count(1);
  clock.advance(60_000);
  expect((await playing).differences).toEqual([
    { call: "a frame that cannot be read", what: "no answer came within 60 s" },
  ]);
});

test("a request that was left open is no difference, unless it is answered now", async () => {
  const said = [
    call(1, "a"),
    result(1, "x"),
    call(2, "openDiff", { tab_name: "t" }),
    call(3, "a"),
    result(3, "x"),
  ] as const;
  const answerAll = async (recording: Recording, list: readonly number[]) => {
    const { talk, playing } = await playClient(recording);
    await talk.count(1);
    talk.say({ id: 1, result: texts("x") });
    await talk.count(3);
    for (const id of list) talk.say({ id, result: texts("x") });
    return (await playing).differences;
  };
  const whole = recordingOf([...said, ["client", "close 1005"]]);
  expect(await answerAll(whole, [3])).toEqual([]);
  expect(await answerAll(whole, [2, 3])).toEqual([
    { call: "openDiff t", id: 2, what: "it was not answered in the recording, now it is" },
  ]);
  expect(await answerAll(recordingOf(said), [2, 3])).toEqual([]);
});

test("without recorded answers one thing comes after the other, and errors are told", async () => {
  const { talk, playing } = await playClient(recordingOf([call(1, "a"), call(2, "b"), call(3, "c")]));
  await talk.count(1);
  await talk.roundTrip();
  expect(ids(talk)).toEqual([1]);
  talk.say({ id: 1, result: texts("fine") });
  await talk.count(2);
  talk.say({ id: 2, error: { code: -32601, message: "no b" } });
  await talk.count(3);
  talk.say({ id: 3, result: { ...texts("no c"), isError: true } });
  expect((await playing).differences).toEqual([
    { call: "b", id: 2, what: 'it is the error -32601: "no b"' },
    { call: "c", id: 3, what: 'the tool reports an error: "no c"' },
  ]);
});
