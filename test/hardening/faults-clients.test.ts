/** Abusive clients: one that never reads, one that sends a byte at a time, one that opens and closes forever. */
import { once } from "node:events";
import { connect as connectTcp, type Socket } from "node:net";
import { connect } from "@tandem-ide/client";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket } from "ws";
import { eventually } from "../eventually.js";
import { type FaultServer, leakedSince, put, useFixture } from "./faults/fixture.js";
import { isLong, scaled, tally } from "./tally.js";

const fixture = useFixture();
const megabyte = 1024 * 1024;

function openSocket({ port, authToken }: FaultServer): WebSocket {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, "mcp", {
    headers: { "X-Claude-Code-Ide-Authorization": authToken },
  });
  socket.on("error", () => {});
  return socket;
}

async function handshake(socket: WebSocket): Promise<void> {
  await once(socket, "open");
  const answered = once(socket, "message");
  const clientInfo = { name: "burden", version: "1" };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo };
  socket.send(JSON.stringify({ jsonrpc: "2.0", id: 0, method: "initialize", params }));
  await answered;
}

test("clients that never read are dropped, use limited memory and don't delay others", async () => {
  const server = await fixture.start({ endpoint: { maxUnsentBytes: 2 * megabyte } });
  const path = put(server.folder, "large.txt", "x".repeat(megabyte));
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const attempts = scaled(3, 100);
  let peakBytes = 0;
  for (let i = 0; i < attempts; i++) {
    const silentReader = openSocket(server);
    await handshake(silentReader);
    silentReader.pause();
    for (let id = 1; id <= 50; id++)
      silentReader.send(JSON.stringify({ jsonrpc: "2.0", id, method: "readFile", params: { path } }));
    await eventually(async () => {
      const { clients, rssBytes } = await server.facts();
      peakBytes = Math.max(peakBytes, rssBytes);
      expect(clients).toBe(1);
    });
    silentReader.terminate();
  }
  const seen = await companion.end();
  expect(seen.why).toBe("");
  expect(peakBytes - before.rssBytes, "what it held in memory").toBeLessThan(200 * megabyte);
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

/** Sends the text one byte at a time. */
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

test("a client that sends single bytes is answered once its message is complete, and doesn't delay others", async () => {
  // One byte per second in the long run. The ordinary tests send a hundred times as fast.
  const everyMs = scaled(10, 1000);
  const server = await fixture.start();
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const slow = Array.from({ length: 20 }, async () => {
    const socket = connectTcp(server.port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    let received = "";
    socket.on("data", (data) => {
      received += data; // Including the pings of the health check.
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

test("headers that arrive in single bytes time out and don't delay others", async () => {
  const server = await fixture.start();
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const attempts = scaled(5, 100);
  const sockets = Array.from({ length: attempts }, () => connectTcp(server.port, "127.0.0.1"));
  const closed = sockets.map((socket) => once(socket.on("error", () => {}).resume(), "close"));
  const drips = sockets.map((socket) => drip(socket, Buffer.from(`GET / HTTP/1.1\r\nX: ${"y".repeat(20)}`), 10));
  await Promise.all(drips);
  // The server waits ten seconds and checks every ten seconds. Only the long run waits for that.
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

test("repeated connecting and disconnecting in every way leaves nothing behind", async () => {
  const server = await fixture.start();
  await (await connect(server)).close(); // Loads everything that the first client needs.
  const before = await server.facts();
  const companion = await fixture.companion(server);
  const attempts = scaled(400, 10_000);
  const ways: ((socket: WebSocket) => Promise<unknown> | unknown)[] = [
    async (socket) => {
      await handshake(socket);
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
      await handshake(socket);
      socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }));
      socket.terminate();
    },
  ];
  for (let i = 0; i < attempts; i += 5) {
    await Promise.all(
      ways.map(async (way) => {
        const socket = openSocket(server);
        const hasClosed = new Promise((resolve) => socket.on("close", resolve));
        await way(socket);
        await hasClosed;
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
