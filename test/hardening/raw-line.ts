/** An authenticated connection that sends anything. It checks the bytes of responses, not their structure. */
import { once } from "node:events";
import { authorizationHeader } from "@tandem-ide/protocol";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

export class RawLine {
  readonly socket: WebSocket;
  /** How it was closed, once it was. */
  closeCode: number | undefined;
  /** Called for every frame. */
  onFrame: (frame: string) => void = () => {};
  readonly #waiting = new Map<number, (frame: string) => void>();
  #nextId = 1;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    socket.on("error", () => {});
    socket.on("message", (data) => this.#received(data.toString()));
    socket.on("close", (code) => {
      this.closeCode = code;
      for (const answer of this.#waiting.values()) answer(`closed with ${code}`);
      this.#waiting.clear();
    });
  }

  /** Connects and initializes. The protocol version 2025-03-26 allows batches. */
  static async open(target: { port: number; authToken: string }, protocolVersion = "2025-06-18"): Promise<RawLine> {
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}`, ["mcp"], {
      headers: { [authorizationHeader]: target.authToken },
      perMessageDeflate: false,
    });
    onTestFinished(() => socket.terminate());
    const line = new RawLine(socket);
    await once(socket, "open");
    await line.request("initialize", {
      protocolVersion,
      capabilities: {},
      clientInfo: { name: "hostile", version: "1" },
    });
    line.send(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
    return line;
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(frame: string | Buffer): void {
    if (this.isOpen) this.socket.send(frame);
  }

  /** Sends a request. Resolves with the response's frame. */
  request(method: string, params?: unknown): Promise<string> {
    const id = this.#nextId++;
    if (!this.isOpen) return Promise.resolve("closed");
    const answer = new Promise<string>((resolve) => this.#waiting.set(id, resolve));
    this.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return answer;
  }

  tool(name: string, args: unknown): Promise<string> {
    return this.request("tools/call", { name, arguments: args });
  }

  #received(frame: string): void {
    this.onFrame(frame);
    // The id is near the start or the end, and frames may be large.
    const id = Number(/^\{"jsonrpc":"2\.0","id":(\d+)/.exec(frame)?.[1]);
    this.#waiting.get(id)?.(frame);
    this.#waiting.delete(id);
  }
}
