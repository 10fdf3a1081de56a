/** A minimal editor for testing the client. It records messages and sends scripted responses. */
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type WebSocket, WebSocketServer } from "ws";
import { Inbox } from "./inbox.js";

/** A message from the client. */
export interface Received {
  readonly jsonrpc: string;
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Returns the result of a request. Throw a {@link Refusal} to send an error. */
export type Answer = (params: Readonly<Record<string, unknown>>, connection: FakeConnection) => unknown;

/** Return this to send no response. */
export const silence: unique symbol = Symbol("silence");

export interface FakeEditorOptions {
  readonly port?: number;
  /** Respond to the upgrade with this instead of 101. */
  readonly refuse?: { readonly status: number; readonly body: string };
  /** The subprotocol in the response, or false for none. */
  readonly subprotocol?: string | false;
  /** Close every connection immediately. */
  readonly closeWith?: { readonly code: number; readonly reason: string };
  readonly answers?: Readonly<Record<string, Answer>>;
  readonly capabilities?: Readonly<Record<string, unknown>>;
}

/** Thrown by an {@link Answer} to send an error. */
export class Refusal extends Error {
  readonly code: number;
  readonly data: unknown;
  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export class FakeConnection {
  readonly messages = new Inbox<Received>();
  readonly closed: Promise<{ code: number; reason: string }>;
  readonly headers: IncomingHttpHeaders;
  readonly #socket: WebSocket;

  constructor(socket: WebSocket, headers: IncomingHttpHeaders) {
    this.#socket = socket;
    this.headers = headers;
    this.closed = new Promise((resolve) => {
      socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
    });
  }

  /** Waits for the next message with this method. */
  next(method: string): Promise<Received> {
    return this.messages.next((message) => message.method === method);
  }

  send(message: object): void {
    this.#socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }

  sendRaw(data: string | Buffer): void {
    this.#socket.send(data);
  }

  notify(method: string, params?: object): void {
    this.send({ method, params });
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason);
  }

  /** Stops reading, like a program that hangs. */
  pause(): void {
    this.#socket.pause();
  }

  /** Ends the connection without a close frame. */
  terminate(): void {
    this.#socket.terminate();
  }
}

const standardAnswers: Readonly<Record<string, Answer>> = {
  ping: () => ({}),
  "tools/list": () => ({ tools: [{ name: "getOpenEditors", inputSchema: { type: "object" } }] }),
};

export class FakeEditor implements AsyncDisposable {
  readonly connections = new Inbox<FakeConnection>();
  readonly requests: IncomingHttpHeaders[] = [];
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  readonly #options: FakeEditorOptions;

  private constructor(options: FakeEditorOptions) {
    this.#options = options;
    this.#http = createServer();
    const protocol = options.subprotocol ?? "mcp";
    this.#sockets = new WebSocketServer({ noServer: true, handleProtocols: () => protocol });
    this.#http.on("upgrade", (request, socket, head) => {
      this.requests.push(request.headers);
      const { refuse } = options;
      if (refuse)
        return socket.end(
          `HTTP/1.1 ${refuse.status} Refused\r\nContent-Length: ${Buffer.byteLength(refuse.body)}\r\n\r\n${refuse.body}`,
        );
      return this.#sockets.handleUpgrade(request, socket, head, (ws) => this.#accept(ws, request.headers));
    });
  }

  static async start(options: FakeEditorOptions = {}): Promise<FakeEditor> {
    const editor = new FakeEditor(options);
    await new Promise<void>((resolve, reject) => {
      editor.#http.on("error", reject);
      editor.#http.listen(options.port ?? 0, "127.0.0.1", resolve);
    });
    return editor;
  }

  get port(): number {
    const address: AddressInfo | string | null = this.#http.address();
    if (address === null || typeof address === "string") throw new Error("the fake editor does not listen");
    return address.port;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.clients) socket.terminate();
    await new Promise((resolve) => this.#http.close(resolve));
  }

  #accept(socket: WebSocket, headers: IncomingHttpHeaders): void {
    const connection = new FakeConnection(socket, headers);
    socket.on("message", (data) => {
      const message: Received = JSON.parse(data.toString());
      this.#answer(message, connection);
      connection.messages.add(message);
    });
    this.connections.add(connection);
    const { closeWith } = this.#options;
    if (closeWith) connection.close(closeWith.code, closeWith.reason);
  }

  #answer({ id, method, params }: Received, connection: FakeConnection): void {
    if (id === undefined || method === undefined) return;
    const answer = this.#options.answers?.[method] ?? standardAnswers[method] ?? this.#standard(method);
    try {
      const result = answer(params ?? {}, connection);
      if (result !== silence) connection.send({ id, result });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      connection.send({ id, error: { code: error.code, message: error.message, data: error.data } });
    }
  }

  #standard(method: string): Answer {
    if (method !== "initialize")
      return () => {
        throw new Refusal(-32601, `Method not found: ${method}`);
      };
    const capabilities = this.#options.capabilities ?? { tools: { listChanged: true } };
    return ({ protocolVersion }) => ({
      protocolVersion,
      capabilities,
      serverInfo: { name: "fake-editor", version: "1.0.0" },
    });
  }
}
