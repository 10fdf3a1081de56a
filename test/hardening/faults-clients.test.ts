/** Clients that are a burden: one that never reads, one that sends a byte at a time, one that opens and closes for ever. */
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect } from "@tandem/client";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../eventually.js";
import { type FaultServer, leakedSince, put, useStage } from "./faults/stage.js";
import { howMany, isLong, tally } from "./tally.js";

const stage = useStage();
const megabyte = 1024 * 1024;

function openSocket({ port, authToken }: FaultServer): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, "mcp", {
    headers: { "X-Claude-Code-Ide-Authorization": authToken },
  });
  socket.on("error", () => {});
  return socket;
}

async function shakeHands(socket: WebSocket): Promise<void> {
  await once(socket, "open");
  const answered = once(socket, "message");
  const clientInfo = { name: "burden", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
  await answered;
}

test("clients that never read: each is dropped, what is kept for them is bounded, and the others wait for nobody", async () => {
  const server = await stage.start({ ide: { maxUnsentBytes: 2 * megabyte } });
  const path = put(server.folder, "large.txt", "x".repeat(megabyte));
  const before = await server.facts();
  const companion = await stage.companion(server);
  const attempts = howMany(3, 100);
  let mostBytes = 0;
  for (let i = 0; i < attempts; i++) {
    const deaf = openSocket(server);
    await shakeHands(deaf);
    deaf.pause();
    for (let id = 1; id <= 50; id++)
      deaf.send(JSON.stringify({ jsonrpc: "2.0", id, method: "readFile", params: { path } }));
    await eventually(async () => {
      const { clients, rssBytes } = await server.facts();
      mostBytes = Math.max(mostBytes, rssBytes);
      expect(clients).toBe(1);
    });
    deaf.terminate();
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  expect(mostBytes - before.rssBytes, "what it held in memory").toBeLessThan(200 * megabyte);
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  tally({
    what: "Clients that never read",
    attempts,
    crashes: 0,
    lost: seen.lost,
    leaked: leakedSince(before, await server.facts()),
    worstMs: seen.worstMs,
  });
});

/** Sends a text a byte at a time. */
async function drip(socket: Socket, bytes: Buffer, everyMs: number): Promise<void> {
  for (const byte of bytes) {
    if (socket.destroyed) return;
    socket.write(Buffer.of(byte));
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** A masked text frame (RFC 6455, 5.2) with a mask of zeros, for texts below 126 bytes. */
function frame(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.of(0x81, 0x80 | payload.length, 0, 0, 0, 0), payload]);
}

test("a client that sends a byte at a time is answered when its message is whole, and holds up nobody", async () => {
  // A byte a second in the long run; ordinarily the same at a hundred times the pace.
  const everyMs = howMany(10, 1000);
  const server = await stage.start();
  const before = await server.facts();
  const companion = await stage.companion(server);
  const slow = Array.from({ length: 20 }, async () => {
    const socket = connectTcp(server.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let received = "";
    socket.on("data", (data) => {
      received += data; // Pings of the health check too.
    });
    const headers = [
      "GET / HTTP/1.1",
      "Host: 127.0.0.1",
      "Connection: Upgrade",
      "Upgrade: websocket",
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
      `X-Claude-Code-Ide-Authorization: ${server.authToken}`,
    ];
    socket.write(`${headers.join("\r\n")}\r\n\r\n`);
    await eventually(() => expect(received).toMatch(/^HTTP\/1\.1 (101|503)/));
    if (received.startsWith("HTTP/1.1 503")) return "refused";
    await drip(socket, frame('{"jsonrpc":"2.0","id":1,"method":"ping"}'), everyMs);
    await eventually(() => expect(received).toContain('{"jsonrpc":"2.0","id":1,"result":{}}'));
    socket.destroy();
    return "answered";
  });
  const outcomes = await Promise.all(slow);
  const refused = outcomes.filter((outcome) => outcome === "refused").length;
  expect(refused, "ten clients have a place, of whom one is the companion").toBe(11);
  const seen = await companion.end();
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  tally({
    what: "Clients that send a byte at a time",
    attempts: outcomes.length,
    refused,
    crashes: 0,
    lost: seen.lost,
    leaked: leakedSince(before, await server.facts()),
    worstMs: seen.worstMs,
  });
});

test("headers that come a byte at a time are cut off after a while, and hold up nobody", async () => {
  const server = await stage.start();
  const before = await server.facts();
  const companion = await stage.companion(server);
  const attempts = howMany(5, 100);
  const sockets = Array.from({ length: attempts }, () => connectTcp(server.port, "127.0.0.1"));
  const closed = sockets.map((socket) => once(socket.on("error", () => {}).resume(), "close"));
  const drips = sockets.map((socket) => drip(socket, Buffer.from(`GET / HTTP/1.1\r\nX: ${"y".repeat(20)}`), 10));
  await Promise.all(drips);
  // The server waits ten seconds, and its timer looks every ten: only the long run waits for that.
  if (!isLong) for (const socket of sockets) socket.destroy();
  await Promise.all(closed);
  const seen = await companion.end();
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  tally({
    what: "Requests that never end",
    attempts,
    ...(isLong && { refused: attempts }),
    crashes: 0,
    lost: seen.lost,
    leaked: leakedSince(before, await server.facts()),
    worstMs: seen.worstMs,
  });
});

test("a client that opens and closes, in every way there is, for ever: nothing of it stays", async () => {
  const server = await stage.start();
  await (await connect(server)).close(); // What is loaded for the first client is loaded.
  const before = await server.facts();
  const companion = await stage.companion(server);
  const attempts = howMany(400, 10_000);
  const ways: ((socket: WebSocket) => Promise<unknown> | unknown)[] = [
    async (socket) => {
      await shakeHands(socket);
      socket.close();
    },
    async (socket) => {
      await once(socket, "open");
      socket.terminate();
    },
    async (socket) => {
      await once(socket, "open");
      socket.close(1000);
    },
    (socket) => socket.terminate(), // In the middle of the upgrade.
    async (socket) => {
      await shakeHands(socket);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
      socket.terminate();
    },
  ];
  for (let i = 0; i < attempts; i += 5) {
    await Promise.all(
      ways.map(async (way) => {
        const socket = openSocket(server);
        const gone = new Promise((resolve) => socket.on("close", resolve));
        await way(socket);
        await gone;
      }),
    );
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  await eventually(async () => expect(leakedSince(before, await server.facts())).toBe(0));
  const after = await server.facts();
  expect(after.rssBytes - before.rssBytes, "memory").toBeLessThan(150 * megabyte);
  tally({
    what: "Connections opened and closed",
    attempts,
    crashes: 0,
    lost: seen.lost,
    leaked: leakedSince(before, after),
    worstMs: seen.worstMs,
  });
});
