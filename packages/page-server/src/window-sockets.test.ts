import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http";
import { FakeClock } from "@tandem-ide/base/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { PageServer } from "./page-server.js";
import { ask, enter, load, post, testPageServer } from "./testing/test-page-server.js";

interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** Opens a WebSocket the way the page does. */
async function connect(server: PageServer, cookie: string): Promise<{ socket: WebSocket; closed: Promise<Closed> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, { headers: { cookie }, origin: server.origin });
  onTestFinished(() => socket.terminate());
  const closed = new Promise<Closed>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, "open");
  return { socket, closed };
}

const hello = (secret: string, window?: string) => JSON.stringify({ hello: { secret, window } });

/** A server, a signed-in browser, and a load of the page that has proven its key. */
async function loaded(clock = new FakeClock()) {
  const standing = await testPageServer({ clock });
  const { server } = standing;
  const { cookie, key } = await enter(server);
  const secret = await load(server, cookie);
  await post(server, "/tab", { key, secret }, { cookie });
  return { ...standing, clock, cookie, key, secret };
}

const windowCount = (windows: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(windows).toHaveLength(count));

describe("the upgrade", () => {
  test("needs this machine's name, the page's own Origin, the cookie and the right path", async () => {
    const { server } = await testPageServer();
    const { cookie } = await enter(server);
    const good = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      origin: server.origin,
      host: `127.0.0.1:${server.port}`,
      cookie,
    };
    const status = async (change: OutgoingHttpHeaders, path = "/socket") =>
      (await ask(server, path, { headers: { ...good, ...change } })).status;
    const { origin: _, ...withoutOrigin } = good;
    expect(await status({})).toBe(101);
    expect((await ask(server, "/socket", { headers: withoutOrigin })).status).toBe(403);
    expect(await status({ origin: `http://localhost:${server.port}` })).toBe(403);
    expect(await status({ origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await status({ origin: `https://127.0.0.1:${server.port}` })).toBe(403);
    expect(await status({ origin: "http://evil.example", host: "evil.example" })).toBe(403);
    expect(await status({ origin: "http://localhost:9000", host: "localhost:9000" })).toBe(101);
    expect(await status({ cookie: "" })).toBe(401);
    expect(await status({ cookie: `${cookie}x` })).toBe(401);
    expect(await status({}, "/other")).toBe(404);
  });
});

describe("the hello", () => {
  test("with a load's secret admits the window, which then exchanges text frames; a binary frame closes it", async () => {
    const { server, windows, cookie, secret } = await loaded();
    const { socket, closed } = await connect(server, cookie);
    socket.send(hello(secret, "w7"));
    socket.send("early");
    await windowCount(windows, 1);
    const window = windows[0];
    const received: string[] = [];
    window?.onMessage((text) => received.push(text));
    await vi.waitFor(() => expect(received).toEqual(["early"]));
    socket.send("grüße");
    await vi.waitFor(() => expect(received).toEqual(["early", "grüße"]));
    const sent = once(socket, "message");
    window?.send("to you");
    expect(String((await sent)[0])).toBe("to you");
    expect(window?.name).toBe("w7");
    const hasClosed = new Promise<void>((resolve) => window?.onClose(resolve));
    socket.send(Buffer.from("binary"));
    expect((await closed).code).toBe(1003);
    await hasClosed;
    const late = vi.fn();
    window?.onClose(late);
    expect(late).toHaveBeenCalledOnce();
    window?.send("after the end");
  });

  test.each([
    ["a wrong secret", (secret: string) => hello(`${secret}x`)],
    ["no secret", () => JSON.stringify({ hello: {} })],
    ["another frame first", () => JSON.stringify({ id: 1, method: "tree.list", params: {} })],
    ["no JSON", () => "hello"],
    ["a binary frame", (secret: string) => Buffer.from(hello(secret))],
  ])("with %s is refused", async (_name, frame) => {
    const { server, windows, cookie, secret } = await loaded();
    const { socket, closed } = await connect(server, cookie);
    socket.send(frame(secret));
    expect(await closed).toEqual({ code: 1008, reason: expect.stringContaining("Reload the page") });
    expect(windows).toEqual([]);
  });

  test("must arrive within five seconds", async () => {
    const { server, clock, cookie } = await loaded();
    const { closed } = await connect(server, cookie);
    clock.advance(5000);
    expect((await closed).code).toBe(1008);
  });

  test("of a load fetched with a stolen cookie is useless without the browser's key", async () => {
    const { server, windows, clock, cookie } = await loaded();
    const stolen = await load(server, cookie);
    const { socket, closed } = await connect(server, cookie);
    socket.send(hello(stolen));
    socket.send("let me in");
    // After this response the hello has been read, or will be before the timeout.
    await ask(server, "/enter");
    clock.advance(5000);
    expect((await closed).code).toBe(1008);
    expect(windows).toEqual([]);
  });

  test("may arrive before the key", async () => {
    const { server, windows, cookie, key } = await loaded();
    const secret = await load(server, cookie);
    const { socket } = await connect(server, cookie);
    socket.send(hello(secret));
    expect((await post(server, "/tab", { key, secret }, { cookie })).status).toBe(200);
    await windowCount(windows, 1);
  });
});

describe("a load of the page", () => {
  test("can reconnect, and the newer connection takes over", async () => {
    const { server, windows, cookie, secret } = await loaded();
    const first = await connect(server, cookie);
    first.socket.send(hello(secret));
    await windowCount(windows, 1);
    const second = await connect(server, cookie);
    second.socket.send(hello(secret));
    expect((await first.closed).code).toBe(4000);
    await windowCount(windows, 2);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
  });

  test("stays valid while connected, however many loads follow", async () => {
    const { server, windows, cookie, secret } = await loaded();
    const first = await connect(server, cookie);
    first.socket.send(hello(secret));
    await windowCount(windows, 1);
    const forgotten = await load(server, cookie);
    for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 10 }, () => load(server, cookie)));
    const again = await connect(server, cookie);
    again.socket.send(hello(secret));
    await windowCount(windows, 2);
    const late = await connect(server, cookie);
    late.socket.send(hello(forgotten));
    expect((await late.closed).code).toBe(1008);
  });
});

describe("connections end", () => {
  test("when they haven't answered a heartbeat by the next one", async () => {
    const { server, windows, clock, cookie, key, secret } = await loaded();
    const alive = await connect(server, cookie);
    alive.socket.send(hello(secret));
    await windowCount(windows, 1);
    const other = await load(server, cookie);
    await post(server, "/tab", { key, secret: other }, { cookie });
    const silent = new WebSocket(`ws://127.0.0.1:${server.port}/socket`, {
      headers: { cookie },
      origin: server.origin,
      autoPong: false,
    });
    const silentClosed = once(silent, "close");
    await once(silent, "open");
    silent.send(hello(other));
    await windowCount(windows, 2);
    const pinged = Promise.all([once(alive.socket, "ping"), once(silent, "ping")]);
    clock.advance(30_000);
    await pinged;
    // Frames keep their order, so this one is read after the pong.
    const read = new Promise((resolve) => windows[0]?.onMessage(resolve));
    alive.socket.send("after the pong");
    await read;
    clock.advance(30_000);
    expect((await silentClosed)[0]).toBe(1006);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });

  test("when a frame is over 32 MB", async () => {
    const { server, windows, cookie, secret } = await loaded();
    const { socket, closed } = await connect(server, cookie);
    socket.send(hello(secret));
    await windowCount(windows, 1);
    socket.send("x".repeat(32 * 1024 * 1024 + 1));
    expect((await closed).code).toBe(1009);
  });

  test("when more than 64 MB is unsent, because the window does not read", async () => {
    const { server, windows, cookie, secret } = await loaded();
    const { socket } = await connect(server, cookie);
    socket.send(hello(secret));
    await windowCount(windows, 1);
    socket.pause();
    const closed = vi.fn();
    windows[0]?.onClose(closed);
    const chunk = "x".repeat(8 * 1024 * 1024);
    for (let i = 0; i < 10; i++) windows[0]?.send(chunk);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test("when the server closes, even those that never answer", async () => {
    const { server, windows, cookie, secret } = await loaded();
    const responsive = await connect(server, cookie);
    responsive.socket.send(hello(secret));
    await windowCount(windows, 1);
    const stuck = await connect(server, cookie);
    stuck.socket.pause();
    // A page reconnects immediately. The server must not wait for it.
    responsive.socket.on("close", () => {
      connect(server, cookie).catch(() => {});
    });
    await server.close();
    expect(await responsive.closed).toEqual({ code: 1001, reason: "Tandem was stopped." });
    await expect(ask(server, "/enter")).rejects.toThrow("ECONNREFUSED");
  });
});
