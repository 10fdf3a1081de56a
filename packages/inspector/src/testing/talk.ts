/** Both ends of a connection in the hands of a test: what came, in order, and what to say to it. */
import { once } from "node:events";
import type { IncomingHttpHeaders } from "node:http";
import { authorizationHeader } from "@tandem/protocol";
import { onTestFinished, vi } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

export class Talk {
  readonly came: string[] = [];
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly socket: WebSocket;

  constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("message", (data) => this.came.push(data.toString()));
    socket.on("error", () => {});
    this.closed = new Promise((resolve) =>
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() })),
    );
    onTestFinished(() => socket.terminate());
  }

  say(message: object | string): void {
    this.socket.send(typeof message === "string" ? message : JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  /** The messages so far, as values. */
  get messages(): unknown[] {
    return this.came.map((text) => JSON.parse(text));
  }

  /** Waits until so many have come. */
  async count(count: number): Promise<void> {
    await vi.waitFor(() => {
      if (this.came.length < count) throw new Error(`${this.came.length} came, not ${count}: ${this.came.join("\n")}`);
    }, 5000);
  }

  /** Resolves when everything that was sent so far has been read and answered by a pong. */
  async roundTrip(): Promise<void> {
    this.socket.ping();
    await once(this.socket, "pong");
  }
}

export interface OpenDoor {
  readonly port: number;
  readonly talk: Promise<Talk>;
  readonly headers: Promise<IncomingHttpHeaders>;
}

/** A port that lets one client in, whose other end the test speaks. */
export async function openDoor(): Promise<OpenDoor> {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, handleProtocols: () => "mcp" });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port");
  const opened = new Promise<{ talk: Talk; headers: IncomingHttpHeaders }>((resolve) =>
    server.once("connection", (socket, { headers }) => resolve({ talk: new Talk(socket), headers })),
  );
  return {
    port: address.port,
    talk: opened.then(({ talk }) => talk),
    headers: opened.then(({ headers }) => headers),
  };
}

/** A client in the hands of a test. */
export async function dial(port: number, authToken: string): Promise<Talk> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, ["mcp"], { headers: { [authorizationHeader]: authToken } });
  const talk = new Talk(socket);
  await once(socket, "open");
  return talk;
}
