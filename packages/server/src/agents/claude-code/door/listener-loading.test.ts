import { EventEmitter, once } from "node:events";
import { text } from "node:stream/consumers";
import { Logger, systemClock } from "@tandem/base";
import { authorizationHeader } from "@tandem/protocol";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Listener } from "./listener.js";

const authToken = "0123456789abcdef";

/** A door that has room for `room`, and opens with what `prepare` gives. */
async function setUp(prepare: () => Promise<string>, room = 1) {
  const admitted: WebSocket[] = [];
  let isClosing = false;
  const listener = new Listener({
    authToken,
    reject: 401,
    allowedHosts: [],
    maxMessageBytes: 1024,
    clock: systemClock,
    log: new Logger(() => {}, "error"),
    prepare,
    admit: (prepared) => {
      if (isClosing || prepared !== "loaded" || admitted.length >= room) return "no room";
      return { accept: (socket) => void admitted.push(socket) };
    },
  });
  const port = await listener.listen({ range: { min: 10000, max: 65535 }, isReserved: () => false });
  const close = () => {
    isClosing = true;
    for (const socket of admitted) socket.terminate();
    return listener.close();
  };
  onTestFinished(close);
  const connect = () =>
    new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], { headers: { [authorizationHeader]: authToken } });
  return { admitted, close, connect };
}

test("when what serves clients cannot be loaded, a client hears so and what to do, and the door stays", async () => {
  let fails = true;
  const { admitted, connect } = await setUp(() =>
    fails ? Promise.reject(new Error("EMFILE: too many open files")) : Promise.resolve("loaded"),
  );
  const [, response] = await once(connect(), "unexpected-response");
  expect(response.statusCode).toBe(503);
  expect(await text(response)).toMatch(/could not be loaded; restart the editor\. EMFILE/);
  fails = false;
  await once(connect(), "open");
  expect(admitted).toHaveLength(1);
});

/** Loading that takes until `finish`; `begun` when `clients` have asked for it. */
function slowLoading(clients: number) {
  const events = new EventEmitter();
  const loaded = once(events, "finish").then(() => "loaded");
  const begun = once(events, "begin");
  let left = clients;
  const prepare = () => {
    if (--left === 0) events.emit("begin");
    return loaded;
  };
  return { prepare, begun, finish: () => events.emit("finish") };
}

test("of two that wait for the loading one gets the last place", async () => {
  const { prepare, begun, finish } = slowLoading(2);
  const { admitted, connect } = await setUp(prepare);
  const outcomes = [connect(), connect()].map((socket) =>
    Promise.race([once(socket, "open").then(() => "in"), once(socket, "unexpected-response").then(() => "refused")]),
  );
  await begun;
  finish();
  expect((await Promise.all(outcomes)).sort()).toEqual(["in", "refused"]);
  expect(admitted).toHaveLength(1);
});

test("a door that closes during the loading lets nobody in and ends", async () => {
  const { prepare, begun, finish } = slowLoading(1);
  const { admitted, close, connect } = await setUp(prepare);
  const refused = once(connect(), "unexpected-response");
  await begun;
  const closed = close();
  finish();
  const [, response] = await refused;
  expect(response.statusCode).toBe(503);
  response.resume();
  await closed;
  expect(admitted).toEqual([]);
});
