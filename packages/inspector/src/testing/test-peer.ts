/** One end of a connection, controlled by a test: received messages in order, and messages to send. */
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { authorizationHeader } from "@tandem-ide/protocol";
import { onTestFinished, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

export class TestPeer {
  readonly received: string[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.received.push(data.toString()));
    socket.on("error", () => {});
    this.closed = new Promise((resolve) =>
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    onTestFinished(() => socket.terminate());
  }

  send(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** The parsed messages so far. */
  get messages(): unknown[] {
    return this.received.map((text) => JSON.parse(text));
  }

  /** Waits for this many messages. */
  async count(count: number): Promise<void> {
    await vi.waitFor(() => {
      if (this.received.length < count)
        throw new Error(`${this.received.length} messages, not ${count}: ${this.received.join("\n")}`);
    }, 5000);
  }

  /** Resolves when the other end has read everything sent so far and answered with a pong. */
  async roundTrip(): Promise<void> {
    this.socket.ping();
    await once(this.socket, "pong");
  }
}

export interface TestListener {
  readonly port: number;
  readonly peer: Promise<TestPeer>;
  readonly headers: Promise<IncomingHttpHeaders>;
}

/** Listens for one client, controlled by the test. */
export async function listenOnce(): Promise<TestListener> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, handleProtocols: () => "mcp" });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port");
  const opened = new Promise<{ peer: TestPeer; headers: IncomingHttpHeaders }>((resolve) =>
    server.once("connection", (socket, { headers }) => resolve({ peer: new TestPeer(socket), headers })),
  );
  return {
    port: address.port,
    peer: opened.then(({ peer }) => peer),
    headers: opened.then(({ headers }) => headers),
  };
}

/** Connects a client, controlled by the test. */
export async function dial(port: number, authToken: string): Promise<TestPeer> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], { headers: { [authorizationHeader]: authToken } });
  const peer = new TestPeer(socket);
  await once(socket, "open");
  return peer;
}
