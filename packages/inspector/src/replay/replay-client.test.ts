/** The client's side, with an endpoint controlled by the test, so that it can misbehave. */

import { FakeClock } from "@tandem-ide/base/testing";
import { authorizationHeader } from "@tandem-ide/protocol";
import { expect, test } from "vitest";
import type { Recording } from "../recording/entry.js";
import { call, handshake, recordingOf, result, texts } from "../testing/hand-made-recordings.js";
import { playClient } from "../testing/play-client.js";
import type { TestPeer } from "../testing/test-peer.js";

const ids = (peer: TestPeer) => peer.messages.map((message) => Object(message).id);

test("sends a frame only after the preceding responses", async () => {
  const { playing, peer } = await playClient(
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
  await peer.count(1);
  await peer.roundTrip();
  expect(ids(peer)).toEqual([1]);
  peer.send({ id: 1, result: texts("x") });
  await peer.count(3);
  peer.send({ id: 2, result: texts("x") });
  await peer.roundTrip();
  expect(ids(peer)).toEqual([1, 2, 3]);
  peer.send({ id: 3, result: texts("x") });
  await peer.count(4);
  expect(peer.messages.at(-1)).toEqual({ jsonrpc: "2.0", method: "note" });
  expect(await playing).toMatchObject({ played: 4, unplayed: 0, compared: 3, differences: [] });
});

test("doesn't wait for the editor's notifications", async () => {
  const { playing, peer } = await playClient(
    recordingOf([
      ["editor", { method: "selection_changed", params: {} }],
      ["client", { method: "note" }],
    ]),
  );
  await peer.count(1);
  expect(await playing).toMatchObject({ differences: [], faults: [] });
});

test("connects with the recorded user-agent and subprotocols, and the editor's token", async () => {
  const { headers, playing } = await playClient(recordingOf([["client", { method: "note" }]]));
  await playing;
  expect(headers).toMatchObject({
    "user-agent": "recorded/1.0",
    "sec-websocket-protocol": "mcp,other",
    [authorizationHeader]: "secret",
  });
});

test("answers the editor's requests as recorded, with their own ids and folders", async () => {
  const roots = { roots: [{ uri: "file:///rec/a" }] };
  const { peer, playing } = await playClient(
    recordingOf([
      call(1, "a"),
      ["editor", { id: "r1", method: "roots/list" }],
      ["client", { id: "r1", result: roots }],
      result(1, "x"),
    ]),
  );
  await peer.count(1);
  peer.send({ id: 77, method: "roots/list" });
  peer.send({ id: 78, method: "roots/list" });
  peer.send({ id: "p", method: "ping" });
  peer.send({ id: 79, method: "sampling/createMessage" });
  await peer.count(5);
  expect(peer.messages.slice(1)).toEqual([
    { jsonrpc: "2.0", id: 77, result: { roots: [{ uri: "file:///live/a" }] } },
    { jsonrpc: "2.0", id: 78, result: { roots: [{ uri: "file:///live/a" }] } },
    { jsonrpc: "2.0", id: "p", result: {} },
    { jsonrpc: "2.0", id: 79, error: { code: -32601, message: expect.stringContaining("sampling/createMessage") } },
  ]);
  peer.send({ id: 1, result: texts("x") });
  expect(await playing).toMatchObject({ differences: [], played: 1 });
});

test("moves paths to the editor's folders, and back to compare", async () => {
  const before = result(1, JSON.stringify({ path: "/rec/a.ts" }));
  const { peer, playing } = await playClient(recordingOf([call(1, "t", { uri: "file:///rec/a.ts" }), before]), {
    exact: true,
  });
  await peer.count(1);
  expect(peer.messages[0]).toMatchObject({ params: { arguments: { uri: "file:///live/a.ts" } } });
  peer.send({ id: 1, result: texts(JSON.stringify({ path: "/live/a.ts" })) });
  expect((await playing).differences).toEqual([]);
});

test("plays batches and unreadable frames unchanged", async () => {
  const { peer, playing } = await playClient(
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
  await peer.count(1);
  expect(peer.messages).toEqual([
    [
      { jsonrpc: "2.0", id: 1, method: "ping" },
      { jsonrpc: "2.0", id: 2, method: "ping" },
    ],
  ]);
  peer.send({ id: 1, result: {} });
  peer.send({ id: 2, result: {} });
  await peer.count(2);
  await peer.roundTrip();
  expect(peer.received.slice(1)).toEqual(["{not json"]);
  peer.send({ id: null, error: { code: -32700, message: "?" } });
  await peer.count(3);
  expect(await playing).toMatchObject({ differences: [], faults: [], compared: 2 });
});

test("reports unexpected and invalid answers, and tells new faults from recorded ones", async () => {
  const { peer, playing } = await playClient(
    recordingOf([
      ...handshake,
      call(1, "getOpenEditors"),
      result(1, "none"),
      call(2, "getDiagnostics"),
      result(2, "[]"),
    ]),
  );
  await peer.count(1);
  peer.send({
    id: 0,
    result: { protocolVersion: "2025-11-25", capabilities: {}, serverInfo: { name: "n", version: "9" } },
  });
  await peer.count(2);
  peer.send({ id: 9, result: {} });
  peer.send({ id: 1, result: texts("none") });
  await peer.count(3);
  peer.send({ id: 2, result: texts("nothing") });
  const { faults, knownFaults, differences } = await playing;
  expect(faults).toEqual([
    expect.stringContaining("no pending call has the id 9"),
    "getDiagnostics: getDiagnostics: the result is not JSON: nothing",
  ]);
  expect(knownFaults).toEqual(["getOpenEditors: getOpenEditors: the result is not JSON: none"]);
  expect(differences.map(({ what }) => what)).toEqual(['result.content[0].text was JSON, is now the text "nothing"']);
});

test("reports a late response and a decision the user must make", async () => {
  const clock = new FakeClock();
  const progress: unknown[] = [];
  const args = { tab_name: "t", new_file_contents: "n" };
  const { peer, playing } = await playClient(
    recordingOf([call(1, "openDiff", args), result(1, "FILE_SAVED", "other"), ["client", { method: "note" }]]),
    { clock, timeoutMs: 7000, onProgress: (each) => progress.push(each) },
  );
  await peer.count(1);
  clock.advance(7000);
  expect(await playing).toMatchObject({
    played: 1,
    unplayed: 1,
    differences: [{ call: "openDiff t", id: 1, what: "no response within 7 s" }],
  });
  expect(progress).toEqual([
    { kind: "played", done: 1, total: 2 },
    { kind: "waiting", call: "openDiff t", recorded: "changed and accepted" },
  ]);
});

test("reports an unreadable frame without a response", async () => {
  const clock = new FakeClock();
  const { peer, playing } = await playClient(
    recordingOf([
      ["client", "{"],
      ["editor", { id: null, error: { code: -32700, message: "?" } }],
    ]),
    { clock },
  );
  await peer.count(1);
  clock.advance(60_000);
  expect((await playing).differences).toEqual([{ call: "an unreadable frame", what: "no response within 60 s" }]);
});

test("a request without a recorded response only differs if it is answered now", async () => {
  const recordedMessages = [
    call(1, "a"),
    result(1, "x"),
    call(2, "openDiff", { tab_name: "t" }),
    call(3, "a"),
    result(3, "x"),
  ] as const;
  const answerAll = async (recording: Recording, list: readonly number[]) => {
    const { peer, playing } = await playClient(recording);
    await peer.count(1);
    peer.send({ id: 1, result: texts("x") });
    await peer.count(3);
    for (const id of list) peer.send({ id, result: texts("x") });
    return (await playing).differences;
  };
  const whole = recordingOf([...recordedMessages, ["client", "close 1005"]]);
  expect(await answerAll(whole, [3])).toEqual([]);
  expect(await answerAll(whole, [2, 3])).toEqual([
    { call: "openDiff t", id: 2, what: "wasn't answered in the recording, is now" },
  ]);
  expect(await answerAll(recordingOf(recordedMessages), [2, 3])).toEqual([]);
});

test("without recorded responses it sends one message after another, and reports errors", async () => {
  const { peer, playing } = await playClient(recordingOf([call(1, "a"), call(2, "b"), call(3, "c")]));
  await peer.count(1);
  await peer.roundTrip();
  expect(ids(peer)).toEqual([1]);
  peer.send({ id: 1, result: texts("fine") });
  await peer.count(2);
  peer.send({ id: 2, error: { code: -32601, message: "no b" } });
  await peer.count(3);
  peer.send({ id: 3, result: { ...texts("no c"), isError: true } });
  expect((await playing).differences).toEqual([
    { call: "b", id: 2, what: 'the response is the error -32601: "no b"' },
    { call: "c", id: 3, what: 'the tool returned an error: "no c"' },
  ]);
});
