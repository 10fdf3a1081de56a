/** A minimal client that follows docs/protocol.md, sections 2 to 5. */
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";

export interface Received {
  readonly jsonrpc: string;
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: Record<string, unknown>;
  readonly error?: { code: number; message: string };
}

export class TestClient {
  readonly socket: WebSocket;
  readonly received: Received[] = [];
  /** Resolves with the close code. */
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly #waiters = new Set<() => void>();
  #nextId = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) =>
      socket.on("close", (code, reason) => {
        resolve({ code, reason: reason.toString() });
        this.#wake();
      }),
    );
    socket.on("error", () => {});
    socket.on("message", (data) => {
      const message: Received = JSON.parse(data.toString());
      this.received.push(message);
      this.#wake();
    });
  }

  static async open(
    target: { port: number; authToken: string },
    options: { headers?: Record<string, string>; protocols?: string[] } = {},
  ): Promise<TestClient> {
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}`, options.protocols ?? ["mcp"], {
      headers: { "X-Claude-Code-Ide-Authorization": target.authToken, ...options.headers },
      perMessageDeflate: true,
    });
    const client = new TestClient(socket);
    onTestFinished(() => socket.terminate());
    await new Promise<void>((resolve, reject) => {
      socket.once("open", resolve);
      socket.once("error", reject);
    });
    return client;
  }

  /** Connects and performs the handshake in the real client's order. */
  static async connect(target: { port: number; authToken: string }, version = "2025-11-25"): Promise<TestClient> {
    const client = await TestClient.open(target);
    await client.request("initialize", {
      protocolVersion: version,
      capabilities: { roots: {} },
      clientInfo: { name: "test-client", version: "1.2.3" },
    });
    client.notify("notifications/initialized");
    client.notify("ide_connected", { pid: 4242 });
    await client.request("tools/list");
    return client;
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }

  sendRaw(text: string | Buffer): void {
    this.socket.send(text);
  }

  notify(method: string, params?: unknown): void {
    this.sendRaw(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Sends a request and returns its id without waiting. */
  begin(method: string, params?: unknown): number {
    const id = this.#nextId++;
    this.sendRaw(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return id;
  }

  request(method: string, params?: unknown): Promise<Received> {
    return this.answer(this.begin(method, params));
  }

  answer(id: number | string | null): Promise<Received> {
    return this.find((message) => message.id === id && message.method === undefined);
  }

  /** Waits for the first matching message, including past ones. */
  async find(fits: (message: Received) => boolean): Promise<Received> {
    for (;;) {
      const found = this.received.find(fits);
      if (found) return found;
      if (this.socket.readyState === WebSocket.CLOSED) throw new Error("The connection ended before the message came");
      await new Promise<void>((resolve) => {
        const wake = () => {
          this.#waiters.delete(wake);
          resolve();
        };
        this.#waiters.add(wake);
      });
    }
  }

  beginTool(name: string, args: unknown = {}, meta?: unknown): number {
    return this.begin("tools/call", { name, arguments: args, ...(meta !== undefined && { _meta: meta }) });
  }

  /** Calls a tool and returns the texts of its result. */
  async texts(id: number): Promise<string[]> {
    const { result, error } = await this.answer(id);
    if (error) throw new Error(`${error.code}: ${error.message}`);
    const content = result?.content;
    if (!Array.isArray(content)) throw new Error("The answer has no content");
    return content.map((item: { text: string }) => item.text);
  }

  callTool(name: string, args: unknown = {}): Promise<string[]> {
    return this.texts(this.beginTool(name, args));
  }

  async callJson(name: string, args: unknown = {}): Promise<unknown> {
    const [text = ""] = await this.callTool(name, args);
    return JSON.parse(text);
  }

  /** Returns the notifications with this method so far. */
  notifications(method: string): Received[] {
    return this.received.filter((message) => message.method === method);
  }
}
