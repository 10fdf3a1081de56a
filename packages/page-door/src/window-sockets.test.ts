import { once } from "node:events";
import type { OutgoingHttpHeaders } from "node:http";
import { FakeClock } from "@tandem/base/testing";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import type { Door } from "./door.js";
import { ask, enter, load, post, standingDoor } from "./testing/standing-door.js";

interface Closed {
  readonly code: number;
  readonly reason: string;
}

/** A WebSocket as the page opens it. */
async function connect(door: Door, cookie: string): Promise<{ socket: WebSocket; closed: Promise<Closed> }> {
  const socket = new WebSocket(`ws://127.0.0.1:${door.port}/socket`, { headers: { cookie }, origin: door.origin });
  onTestFinished(() => socket.terminate());
  const closed = new Promise<Closed>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  await once(socket, "open");
  return { socket, closed };
}

const hello = (secret: string, window?: string) => JSON.stringify({ hello: { secret, window } });

/** A door, a browser that was let in, and a load of the page that has shown its key. */
async function loaded(clock = new FakeClock()) {
  const standing = await standingDoor({ clock });
  const { door } = standing;
  const { cookie, key } = await enter(door);
  const secret = await load(door, cookie);
  await post(door, "/tab", { key, secret }, { cookie });
  return { ...standing, clock, cookie, key, secret };
}

const windowCount = (windows: readonly unknown[], count: number) =>
  vi.waitFor(() => expect(windows).toHaveLength(count));

describe("the upgrade", () => {
  test("needs this machine's name, the page's own Origin, the cookie and the right path", async () => {
    const { door } = await standingDoor();
    const { cookie } = await enter(door);
    const good = {
      connection: "Upgrade",
      upgrade: "websocket",
      "sec-websocket-version": "13",
      "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
      origin: door.origin,
      host: `127.0.0.1:${door.port}`,
      cookie,
    };
    const status = async (change: OutgoingHttpHeaders, path = "/socket") =>
      (await ask(door, path, { headers: { ...good, ...change } })).status;
    const { origin: _, ...withoutOrigin } = good;
    expect(await status({})).toBe(101);
    expect((await ask(door, "/socket", { headers: withoutOrigin })).status).toBe(403);
    expect(await status({ origin: `http://localhost:${door.port}` })).toBe(403);
    expect(await status({ origin: "http://127.0.0.1:1" })).toBe(403);
    expect(await status({ origin: `https://127.0.0.1:${door.port}` })).toBe(403);
    expect(await status({ origin: "http://evil.example", host: "evil.example" })).toBe(403);
    expect(await status({ origin: "http://localhost:9000", host: "localhost:9000" })).toBe(101);
    expect(await status({ cookie: "" })).toBe(401);
    expect(await status({ cookie: `${cookie}x` })).toBe(401);
    expect(await status({}, "/other")).toBe(404);
  });
});

describe("the hello", () => {
  test("with the secret of a load lets the window in; its later frames come, binary ones end it", async () => {
    const { door, windows, cookie, secret } = await loaded();
    const { socket, closed } = await connect(door, cookie);
    socket.send(hello(secret, "w7"));
    socket.send("early");
    await windowCount(windows, 1);
    const window = windows[0];
    const received: string[] = [];
    window?.onMessage((text) => received.push(text));
    await vi.waitFor(() => expect(received).toEqual(["early"]));
    socket.send("grüße");
    await vi.waitFor(() => expect(received).toEqual(["early", "grüße"]));
    const told = once(socket, "message");
    window?.send("to you");
    expect(String((await told)[0])).toBe("to you");
    expect(window?.name).toBe("w7");
    const gone = new Promise<void>((resolve) => window?.onClose(resolve));
    socket.send(Buffer.from("binary"));
    expect((await closed).code).toBe(1003);
    await gone;
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
    const { door, windows, cookie, secret } = await loaded();
    const { socket, closed } = await connect(door, cookie);
    socket.send(frame(secret));
    expect(await closed).toEqual({ code: 1008, reason: expect.stringContaining("Load the page again") });
    expect(windows).toEqual([]);
  });

  test("that does not come within five seconds is not waited for", async () => {
    const { door, clock, cookie } = await loaded();
    const { closed } = await connect(door, cookie);
    clock.advance(5000);
    expect((await closed).code).toBe(1008);
  });

  test("of a load that a stolen cookie fetched gets nowhere without the browser's key", async () => {
    const { door, windows, clock, cookie } = await loaded();
    const stolen = await load(door, cookie);
    const { socket, closed } = await connect(door, cookie);
    socket.send(hello(stolen));
    socket.send("let me in");
    // An answer on another connection: the hello was read by now, or is when time runs out.
    await ask(door, "/enter");
    clock.advance(5000);
    expect((await closed).code).toBe(1008);
    expect(windows).toEqual([]);
  });

  test("may come before the key, which then lets the window in", async () => {
    const { door, windows, cookie, key } = await loaded();
    const secret = await load(door, cookie);
    const { socket } = await connect(door, cookie);
    socket.send(hello(secret));
    expect((await post(door, "/tab", { key, secret }, { cookie })).status).toBe(200);
    await windowCount(windows, 1);
  });
});

describe("a load of the page", () => {
  test("may connect again, and the newer connection takes over", async () => {
    const { door, windows, cookie, secret } = await loaded();
    const first = await connect(door, cookie);
    first.socket.send(hello(secret));
    await windowCount(windows, 1);
    const second = await connect(door, cookie);
    second.socket.send(hello(secret));
    expect((await first.closed).code).toBe(4000);
    await windowCount(windows, 2);
    expect(second.socket.readyState).toBe(WebSocket.OPEN);
  });

  test("with a connection is remembered, however many loads come after it", async () => {
    const { door, windows, cookie, secret } = await loaded();
    const first = await connect(door, cookie);
    first.socket.send(hello(secret));
    await windowCount(windows, 1);
    const forgotten = await load(door, cookie);
    for (let i = 0; i < 30; i++) await Promise.all(Array.from({ length: 10 }, () => load(door, cookie)));
    const again = await connect(door, cookie);
    again.socket.send(hello(secret));
    await windowCount(windows, 2);
    const late = await connect(door, cookie);
    late.socket.send(hello(forgotten));
    expect((await late.closed).code).toBe(1008);
  });
});

describe("connections end", () => {
  test("when they do not answer a heartbeat until the next; those that do stay", async () => {
    const { door, windows, clock, cookie, key, secret } = await loaded();
    const alive = await connect(door, cookie);
    alive.socket.send(hello(secret));
    await windowCount(windows, 1);
    const other = await load(door, cookie);
    await post(door, "/tab", { key, secret: other }, { cookie });
    const deaf = new WebSocket(`ws://127.0.0.1:${door.port}/socket`, {
      headers: { cookie },
      origin: door.origin,
      autoPong: false,
    });
    const deafClosed = once(deaf, "close");
    await once(deaf, "open");
    deaf.send(hello(other));
    await windowCount(windows, 2);
    const pinged = Promise.all([once(alive.socket, "ping"), once(deaf, "ping")]);
    clock.advance(30_000);
    await pinged;
    // Frames keep their order: what the window says after its pong is read after it.
    const read = new Promise((resolve) => windows[0]?.onMessage(resolve));
    alive.socket.send("after the pong");
    await read;
    clock.advance(30_000);
    expect((await deafClosed)[0]).toBe(1006);
    expect(alive.socket.readyState).toBe(WebSocket.OPEN);
  });

  test("when a frame is over 32 MB", async () => {
    const { door, windows, cookie, secret } = await loaded();
    const { socket, closed } = await connect(door, cookie);
    socket.send(hello(secret));
    await windowCount(windows, 1);
    socket.send("x".repeat(32 * 1024 * 1024 + 1));
    expect((await closed).code).toBe(1009);
  });

  test("when more than 64 MB is unsent, because the window does not read", async () => {
    const { door, windows, cookie, secret } = await loaded();
    const { socket } = await connect(door, cookie);
    socket.send(hello(secret));
    await windowCount(windows, 1);
    socket.pause();
    const closed = vi.fn();
    windows[0]?.onClose(closed);
    const chunk = "x".repeat(8 * 1024 * 1024);
    for (let i = 0; i < 10; i++) windows[0]?.send(chunk);
    await vi.waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test("with the door, also those that never answer", async () => {
    const { door, windows, cookie, secret } = await loaded();
    const kind = await connect(door, cookie);
    kind.socket.send(hello(secret));
    await windowCount(windows, 1);
    const stuck = await connect(door, cookie);
    stuck.socket.pause();
    // A page tries again at once; the door waits for nobody who comes now.
    kind.socket.on("close", () => {
      connect(door, cookie).catch(() => {});
    });
    await door.close();
    expect(await kind.closed).toEqual({ code: 1001, reason: "Tandem has ended." });
    await expect(ask(door, "/enter")).rejects.toThrow("ECONNREFUSED");
  });
});
