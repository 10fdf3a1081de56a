/** The relay between ends that disconnect at the wrong moment, request the impossible or send secrets. */
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { connect } from "node:net";
import { type Clock, systemClock } from "@tandem-ide/base";
import { FakeClock } from "@tandem-ide/base/testing";
import { authorizationHeader } from "@tandem-ide/protocol";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { temporaryDirectory } from "../../../../test/endpoint.js";
import { eventually } from "../../../../test/eventually.js";
import { Conversation } from "../reading/conversation.js";
import type { Entry } from "../recording/entry.js";
import { dial, listenOnce } from "../testing/test-peer.js";
import { startInspector } from "./inspector.js";

async function inspect(target: { port: number; authToken?: string }, clock: Clock = systemClock) {
  const entries: Entry[] = [];
  const inspector = await startInspector({
    editor: { name: "Bare", target },
    configDir: temporaryDirectory(),
    env: {},
    clock,
    onEntry: (entry) => entries.push(entry),
  });
  onTestFinished(() => inspector.close());
  const { authToken: token } = JSON.parse(readFileSync(inspector.lockFile, "utf8"));
  return { port: inspector.port, token: String(token), entries };
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Sends a raw upgrade request. Resolves with everything received until the connection ends. */
async function upgrade(port: number, token: string, target: string, headers: readonly string[]): Promise<string> {
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  const lines = [
    `GET ${target} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    `Sec-WebSocket-Key: ${Buffer.alloc(16, 1).toString("base64")}`,
    `${authorizationHeader}: ${token}`,
    ...headers,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  let answer = "";
  for await (const chunk of socket) answer += chunk;
  return answer;
}

test("a client that leaves early leaves no connection to the editor", async () => {
  const editors = new WebSocketServer({ noServer: true, handleProtocols: () => "mcp" });
  let letIn = () => {};
  const server = createServer().on("upgrade", (request, socket, head) => {
    letIn = () => editors.handleUpgrade(request, socket, head, (taken) => editors.emit("connection", taken));
    editors.emit("asked", socket);
  });
  const asked = once(editors, "asked");
  const inspected = await inspect({ port: await portOf(server) });
  const client = new WebSocket(`ws://127.0.0.1:${inspected.port}`, ["mcp"], {
    headers: { [authorizationHeader]: inspected.token },
  });
  client.on("error", () => {});
  const [socket] = await asked;
  client.terminate();
  letIn();
  await eventually(() => expect(socket.destroyed).toBe(true));
  await eventually(() => expect(inspected.entries).toMatchObject([{}, { from: "client", close: { code: 1006 } }]));
});

test.each([
  ["offers a subprotocol twice", "/", ["Sec-WebSocket-Protocol: mcp, mcp"]],
  ["asks for a path with a fragment", "/#here", ["Sec-WebSocket-Protocol: mcp"]],
  ["asks for a whole URL", "http://127.0.0.1/", ["Sec-WebSocket-Protocol: mcp"]],
])("a client that %s is refused with a message, and the next one is accepted", async (_what, target, headers) => {
  const listener = await listenOnce();
  const { port, token, entries } = await inspect({ port: listener.port });
  expect(await upgrade(port, token, target, headers)).toMatch(/^HTTP\/1\.1 400 /);
  expect(entries).toMatchObject([{ refused: { status: 400 } }]);
  await dial(port, token);
  await listener.peer;
});

test("doesn't record a client's other credentials", async () => {
  const listener = await listenOnce();
  const { port, token, entries } = await inspect({ port: listener.port });
  const client = new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], {
    headers: {
      [authorizationHeader]: token,
      "user-agent": "claude-code/2",
      cookie: "session=secret-1",
      authorization: "Bearer secret-2",
      "proxy-authorization": "Basic secret-3",
      "x-api-key": "secret-4",
      "x-amzn-oidc-data": "secret-5",
    },
  });
  onTestFinished(() => client.terminate());
  await once(client, "open");
  // The editor still gets them, because they may be meant for it.
  expect(await listener.headers).toMatchObject({ cookie: "session=secret-1", authorization: "Bearer secret-2" });
  expect(JSON.stringify(entries)).not.toContain("secret");
  expect(entries).toMatchObject([
    { open: { headers: { "user-agent": "claude-code/2", "sec-websocket-protocol": "mcp" } } },
  ]);
  expect(entries[0]).toHaveProperty("open.headers.cookie");
});

test("keeps a token in the editor's refusal out of the recording", async () => {
  const server = createServer().on("upgrade", (request, socket) => {
    const words = `who is ${request.headers[authorizationHeader]}?`;
    socket.end(`HTTP/1.1 401 Unauthorized\r\nContent-Length: ${words.length}\r\nConnection: close\r\n\r\n${words}`);
  });
  const { port, token, entries } = await inspect({ port: await portOf(server), authToken: "the-editors-own" });
  expect(await upgrade(port, token, "/", [])).toMatch(/^HTTP\/1\.1 401 /);
  expect(entries).toMatchObject([{ refused: { status: 401, words: "who is …?" } }]);
});

test("a response on its way when the client leaves is not a fault", async () => {
  const listener = await listenOnce();
  const { port, token, entries } = await inspect({ port: listener.port });
  const client = await dial(port, token);
  const editor = await listener.peer;
  client.send({ id: 1, method: "ping" });
  await editor.count(1);
  // It answers before it notices the disconnect.
  editor.socket.pause();
  client.socket.close(1000);
  await client.closed;
  await eventually(() => expect(entries.some((entry) => "close" in entry)).toBe(true));
  editor.send({ id: 1, result: {} });
  editor.socket.resume();
  await editor.closed;
  const conversation = new Conversation();
  const rows = entries.flatMap((entry) => conversation.add(entry));
  expect(rows.flatMap(({ faults }) => faults)).toEqual([]);
  expect(rows.at(-1)).toMatchObject({ kind: "closed", about: "1000 · 1 unanswered call" });
});

test("delivers a client's last messages to an editor that reads slowly", async () => {
  const listener = await listenOnce();
  const clock = new FakeClock();
  const { port, token, entries } = await inspect({ port: listener.port }, clock);
  const client = await dial(port, token);
  const editor = await listener.peer;
  editor.socket.pause();
  for (let i = 0; i < 14; i++) client.send("x".repeat(1024 * 1024));
  client.socket.close(4000, "bye");
  await client.closed;
  await eventually(() => expect(entries.some((entry) => "close" in entry)).toBe(true));
  clock.advance(5000);
  editor.socket.resume();
  expect(await editor.closed).toEqual({ code: 4000, reason: "bye" });
  expect(editor.received).toHaveLength(14);
});
