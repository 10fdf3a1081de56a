/** Connections of others do not keep the user out. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { FakeClock } from "@tandem/base/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { Door } from "./door.js";
import { ask, enter, load, post, standingDoor } from "./testing/standing-door.js";

/** A connection that was made, and has sent this much. */
async function open(door: Door, text = ""): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: door.port });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}); // Being cut off is what many of these are for.
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

const openMany = (door: Door, count: number, text = "") =>
  Promise.all(Array.from({ length: count }, () => open(door, text)));

/** Resolves when the other end has closed all of these. */
const closed = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => socket.resume().closed || once(socket, "close")));

const hello = (door: Door) => `Host: 127.0.0.1:${door.port}\r\nOrigin: ${door.origin}\r\n`;

/** What a program without any secret can hold a connection with. */
const idlers: readonly (readonly [kind: string, text: (door: Door) => string])[] = [
  ["says nothing", () => ""],
  ["sends half a header", () => "GET / HTTP/1.1\r\nHost: local"],
  ["sends headers without end", () => `GET / HTTP/1.1\r\n${"X-A: b\r\n".repeat(1000)}`],
  [
    "sends half a body",
    (door) =>
      `POST /enter HTTP/1.1\r\n${hello(door)}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"tok`,
  ],
  [
    "sends a body in chunks that never end",
    (door) =>
      `POST /enter HTTP/1.1\r\n${hello(door)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
  [
    "waits to be told to go on",
    (door) =>
      `POST /enter HTTP/1.1\r\n${hello(door)}Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  ],
  ["keeps a connection alive", (door) => `GET /enter.css HTTP/1.1\r\n${hello(door)}Connection: keep-alive\r\n\r\n`],
  ["asks many things at once", (door) => `GET /enter HTTP/1.1\r\n${hello(door)}\r\n`.repeat(50)],
  [
    "begins a WebSocket without the cookie",
    (door) =>
      `GET /socket HTTP/1.1\r\n${hello(door)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  ],
  ["asks for a tunnel", () => "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n"],
];

/** So many requests of the user's browser, each on a connection of its own, all at once; how they were answered. */
async function userAsks(door: Door, cookie: string, count = 100): Promise<number[]> {
  const answers = Array.from({ length: count }, () => ask(door, "/", { headers: { cookie } }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const allRight = Array(100).fill(200);

describe("110 connections without a token dropped 64 of 100 requests of the page's own user: one that", () => {
  test.each(idlers)("%s", async (_kind, text) => {
    const clock = new FakeClock();
    const { door } = await standingDoor({ clock });
    const { cookie } = await enter(door);
    const sockets = await openMany(door, 110, text(door));
    expect(await userAsks(door, cookie)).toEqual(allRight);
    // A link works too: who comes with one is a stranger until then.
    expect((await ask(door, "/", { headers: { cookie: (await enter(door)).cookie } })).status).toBe(200);
    clock.advance(5000);
    await closed(sockets);
  });
});

test("of too many strangers those that came first go, and the user is served", async () => {
  const { door } = await standingDoor({ clock: new FakeClock() });
  const { cookie } = await enter(door);
  const first = await openMany(door, 100);
  await openMany(door, 1024);
  await closed(first);
  expect(await userAsks(door, cookie)).toEqual(allRight);
});

test("a window that is in stays in, however many come and however long it lives", async () => {
  const clock = new FakeClock();
  const { door, windows } = await standingDoor({ clock });
  const { cookie, key } = await enter(door);
  const secret = await load(door, cookie);
  await post(door, "/tab", { key, secret }, { cookie });
  const window = new WebSocket(`ws://127.0.0.1:${door.port}/socket`, { headers: { cookie }, origin: door.origin });
  onTestFinished(() => window.terminate());
  await once(window, "open");
  window.send(JSON.stringify({ hello: { secret } }));
  await expect.poll(() => windows.length).toBe(1);
  await openMany(door, 1100);
  clock.advance(20_000);
  const echoed = once(window, "message");
  windows[0]?.send("still here");
  expect(String((await echoed)[0])).toBe("still here");
});

test("a browser of the user has a hundred connections, and is told when there are more", async () => {
  const { door } = await standingDoor();
  const { cookie } = await enter(door);
  const request = `GET /icon.svg HTTP/1.1\r\n${hello(door)}Cookie: ${cookie}\r\n\r\n`;
  const answers: string[] = [];
  for (let i = 0; i < 101; i++) {
    const socket = await open(door, request);
    answers.push(String((await once(socket, "data"))[0]).slice(0, 12));
  }
  expect(answers).toEqual([...Array(100).fill("HTTP/1.1 200"), "HTTP/1.1 503"]);
});

test("a cookie of another session, or a foreign page that sends the right one, makes nobody known", async () => {
  const clock = new FakeClock();
  const { door } = await standingDoor({ clock });
  const { cookie } = await enter(door);
  const asking = (more: string) => `GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:${door.port}\r\n${more}\r\n\r\n`;
  const sockets = await Promise.all([
    open(door, asking(`Cookie: tandem-${door.port}=wrong`)),
    open(door, asking(`Cookie: ${cookie}\r\nOrigin: http://127.0.0.1:1`)),
  ]);
  await closed(sockets);
});
