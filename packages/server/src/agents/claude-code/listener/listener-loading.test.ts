import { EventEmitter, once } from "node:events";
import { text } from "node:stream/consumers";
import { Logger, systemClock } from "@tandem-ide/base";
import { authorizationHeader } from "@tandem-ide/protocol";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { Listener } from "./listener.js";

const authToken = "0123456789abcdef";

/** A listener that admits `limit` clients and loads with `prepare`. */
async function setUp(prepare: () => Promise<string>, limit = 1) {
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
      if (isClosing || prepared !== "loaded" || admitted.length >= limit) return "no room";
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

test("tells clients what to do if sessions can't be loaded, and keeps listening", async () => {
  let fails = true;
  const { admitted, connect } = await setUp(() =>
    fails ? Promise.reject(new Error("EMFILE: too many open files")) : Promise.resolve("loaded"),
  );
  const [, response] = await once(connect(), "unexpected-response");
  expect(response.statusCode).toBe(503);
  expect(await text(response)).toMatch(/could not be loaded. Restart the editor\. EMFILE/);
  fails = false;
  await once(connect(), "open");
  expect(admitted).toHaveLength(1);
});

/** Loading that takes until `finish`; `started` resolves once `clients` have requested it. */
function slowLoading(clients: number) {
  const events = new EventEmitter();
  const loaded = once(events, "finish").then(() => "loaded");
  const started = once(events, "begin");
  let left = clients;
  const prepare = () => {
    if (--left === 0) events.emit("begin");
    return loaded;
  };
  return { prepare, started, finish: () => events.emit("finish") };
}

test("admits one of two clients that wait for loading and the last slot", async () => {
  const { prepare, started, finish } = slowLoading(2);
  const { admitted, connect } = await setUp(prepare);
  const outcomes = [connect(), connect()].map((socket) =>
    Promise.race([once(socket, "open").then(() => "in"), once(socket, "unexpected-response").then(() => "refused")]),
  );
  await started;
  finish();
  expect((await Promise.all(outcomes)).sort()).toEqual(["in", "refused"]);
  expect(admitted).toHaveLength(1);
});

test("a listener that closes while loading admits no one", async () => {
  const { prepare, started, finish } = slowLoading(1);
  const { admitted, close, connect } = await setUp(prepare);
  const refused = once(connect(), "unexpected-response");
  await started;
  const closed = close();
  finish();
  const [, response] = await refused;
  expect(response.statusCode).toBe(503);
  response.resume();
  await closed;
  expect(admitted).toEqual([]);
});
