/** Connections from other programs don't keep the user out. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import type { PageServer } from "./page-server.js";
import { ask, enter, load, post, testPageServer } from "./testing/test-page-server.js";

/** Opens a connection and sends `text`. */
async function open(server: PageServer, text = ""): Promise<Socket> {
  const socket = connect({ host: "127.0.0.1", port: server.port });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => {}); // Many of these are expected to be cut.
  await once(socket, "connect");
  if (text !== "") socket.write(text);
  return socket;
}

const openMany = (server: PageServer, count: number, text = "") =>
  Promise.all(Array.from({ length: count }, () => open(server, text)));

/** Resolves when the other end has closed all of these. */
const closed = (sockets: readonly Socket[]) =>
  Promise.all(sockets.map((socket) => socket.resume().closed || once(socket, "close")));

const hello = (server: PageServer) => `Host: 127.0.0.1:${server.port}\r\nOrigin: ${server.origin}\r\n`;

/** Ways for an unauthenticated program to keep a connection busy. */
const idlers: readonly (readonly [kind: string, text: (server: PageServer) => string])[] = [
  ["sends nothing", () => ""],
  ["sends half a header", () => "GET / HTTP/1.1\r\nHost: local"],
  ["sends endless headers", () => `GET / HTTP/1.1\r\n${"X-A: b\r\n".repeat(1000)}`],
  [
    "sends half a body",
    (server) =>
      `POST /enter HTTP/1.1\r\n${hello(server)}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"tok`,
  ],
  [
    "sends an endless chunked body",
    (server) =>
      `POST /enter HTTP/1.1\r\n${hello(server)}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n`,
  ],
  [
    "waits for 100 Continue",
    (server) =>
      `POST /enter HTTP/1.1\r\n${hello(server)}Content-Type: application/json\r\nContent-Length: 9\r\nExpect: 100-continue\r\n\r\n`,
  ],
  ["keeps a connection alive", (server) => `GET /enter.css HTTP/1.1\r\n${hello(server)}Connection: keep-alive\r\n\r\n`],
  ["pipelines many requests", (server) => `GET /enter HTTP/1.1\r\n${hello(server)}\r\n`.repeat(50)],
  [
    "opens a WebSocket without the cookie",
    (server) =>
      `GET /socket HTTP/1.1\r\n${hello(server)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n`,
  ],
  ["asks for a tunnel", () => "CONNECT example.org:443 HTTP/1.1\r\nHost: example.org:443\r\n\r\n"],
];

/** Sends `count` requests from the user's browser at once, each on a new connection, and returns their statuses. */
async function userAsks(server: PageServer, cookie: string, count = 100): Promise<number[]> {
  const answers = Array.from({ length: count }, () => ask(server, "/", { headers: { cookie } }));
  return (await Promise.all(answers)).map(({ status }) => status);
}

const allRight = Array(100).fill(200);

describe("110 connections without a token dropped 64 of 100 requests of the page's own user: a program that", () => {
  test.each(idlers)("%s", async (_kind, text) => {
    const clock = new FakeClock();
    const { server } = await testPageServer({ clock });
    const { cookie } = await enter(server);
    const sockets = await openMany(server, 110, text(server));
    expect(await userAsks(server, cookie)).toEqual(allRight);
    // A new link works too, although its browser isn't authenticated yet.
    expect((await ask(server, "/", { headers: { cookie: (await enter(server)).cookie } })).status).toBe(200);
    clock.advance(5000);
    await closed(sockets);
  });
});

test("closes the oldest of too many unauthenticated connections, and serves the user", async () => {
  const { server } = await testPageServer({ clock: new FakeClock() });
  const { cookie } = await enter(server);
  const first = await openMany(server, 100);
  await openMany(server, 1024);
  await closed(first);
  expect(await userAsks(server, cookie)).toEqual(allRight);
});

test("an authenticated window stays connected, however many connections arrive", async () => {
  const clock = new FakeClock();
  const { server, windows } = await testPageServer({ clock });
  const { cookie, key } = await enter(server);
  const secret = await load(server, cookie);
  await post(server, "/tab", { key, secret }, { cookie });
  const window = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, { headers: { cookie }, origin: server.origin });
  onTestFinished(() => window.terminate());
  await once(window, "open");
  window.send(JSON.stringify({ hello: { secret } }));
  await expect.poll(() => windows.length).toBe(1);
  await openMany(server, 1100);
  clock.advance(20_000);
  const echoed = once(window, "message");
  windows[0]?.send("still here");
  expect(String((await echoed)[0])).toBe("still here");
});

test("allows the user's browser a hundred connections, and refuses more", async () => {
  const { server } = await testPageServer();
  const { cookie } = await enter(server);
  const request = `GET /icon.svg HTTP/1.1\r\n${hello(server)}Cookie: ${cookie}\r\n\r\n`;
  const answers: string[] = [];
  for (let i = 0; i < 101; i++) {
    const socket = await open(server, request);
    answers.push(String((await once(socket, "data"))[0]).slice(0, 12));
  }
  expect(answers).toEqual([...Array(100).fill("HTTP/1.1 200"), "HTTP/1.1 503"]);
});

test("neither another session's cookie nor a foreign page with the right cookie is authenticated", async () => {
  const clock = new FakeClock();
  const { server } = await testPageServer({ clock });
  const { cookie } = await enter(server);
  const asking = (more: string) => `GET /icon.svg HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n${more}\r\n\r\n`;
  const sockets = await Promise.all([
    open(server, asking(`Cookie: tandem-${server.port}=wrong`)),
    open(server, asking(`Cookie: ${cookie}\r\nOrigin: http://127.0.0.1:1`)),
  ]);
  await closed(sockets);
});
