/** A client that sends any bytes, and stores what it receives. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { FrameCutter, opcodes, textFrame } from "./frames.js";

/** A response or a notification, as received. */
export interface Message {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** The longest that a test waits. Anything later counts as lost. */
const timeoutMs = 30_000;

export class RawClient implements Disposable {
  readonly messages: (Message | Message[])[] = [];
  readonly pongs: Buffer[] = [];
  /** The code of the close frame, if there was one. */
  closeCode: number | undefined;
  /** Called for each message, which is then not stored. */
  onMessage: ((message: Message) => void) | undefined;
  readonly #socket: Socket;
  readonly #cutter = new FrameCutter();
  readonly #waiters = new Set<() => void>();
  #isClosed = false;
  #nextId = 0;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("data", (chunk) => this.#take(chunk));
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  /** Connects and sends a raw upgrade. Throws the endpoint's response if it refuses. */
  static async open({ port, authToken }: { port: number; authToken: string }): Promise<RawClient> {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    socket.write(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n" +
        `Sec-WebSocket-Protocol: mcp\r\nX-Claude-Code-Ide-Authorization: ${authToken}\r\n\r\n`,
    );
    const [head]: Buffer[] = await once(socket, "data");
    const words = head?.toString("latin1") ?? "";
    const end = words.indexOf("\r\n\r\n");
    if (!words.startsWith("HTTP/1.1 101") || end < 0 || !head) throw new Error(`Not let in: ${words}`);
    const client = new RawClient(socket);
    client.#take(head.subarray(end + 4));
    return client;
  }

  /** Connects and initializes like the real client. */
  static async initialize(
    target: { port: number; authToken: string },
    version = "2025-11-25",
    name = "raw-client",
  ): Promise<RawClient> {
    const client = await RawClient.open(target);
    const clientInfo = { name, version: "1" };
    await client.request("initialize", { protocolVersion: version, capabilities: {}, clientInfo });
    client.sendText('{"jsonrpc":"2.0","method":"notifications/initialized"}');
    await client.request("tools/list");
    return client;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  #take(chunk: Buffer): void {
    for (const { opcode, payload } of this.#cutter.push(chunk)) {
      if (opcode === opcodes.text) this.#keep(JSON.parse(payload.toString("utf8")));
      else if (opcode === opcodes.pong) this.pongs.push(Buffer.from(payload));
      else if (opcode === opcodes.ping) this.#socket.write(Buffer.from([0x8a, 0x80, 0, 0, 0, 0]));
      else if (opcode === opcodes.close) this.closeCode = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    }
    this.#wake();
  }

  #keep(message: Message | Message[]): void {
    if (this.onMessage && !Array.isArray(message)) this.onMessage(message);
    else this.messages.push(message);
  }

  #wake(): void {
    for (const wake of this.#waiters) wake();
  }

  send(bytes: Buffer): void {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  sendText(text: string): void {
    this.send(textFrame(text));
  }

  /** Checks after every message until `isThere`. Returns false on a timeout or if the connection has closed. */
  async waitFor(isThere: () => boolean): Promise<boolean> {
    if (isThere()) return true;
    return await new Promise((resolve) => {
      const done = (answer: boolean) => {
        clearTimeout(timer);
        this.#waiters.delete(look);
        resolve(answer);
      };
      const look = () => {
        if (isThere()) done(true);
        else if (this.#isClosed) done(false);
      };
      const timer = setTimeout(() => done(isThere()), timeoutMs);
      this.#waiters.add(look);
      look();
    });
  }

  /** Sends a call and removes its response from the stored messages. */
  async request(method: string, params?: unknown): Promise<Message> {
    return await this.answer(this.begin(method, params));
  }

  /** Sends a call and returns its id. */
  begin(method: string, params?: unknown): string {
    const id = `call-${this.#nextId++}`;
    this.sendText(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return id;
  }

  async answer(id: string): Promise<Message> {
    const isIt = (message: Message | Message[]) => !Array.isArray(message) && message.id === id;
    let index = -1;
    await this.waitFor(() => {
      index = this.messages.findIndex(isIt);
      return index >= 0;
    });
    const [message] = index >= 0 ? this.messages.splice(index, 1) : [];
    if (message === undefined || Array.isArray(message)) throw new Error(`No response to ${id}`);
    return message;
  }

  /** Waits until the other end has closed. */
  whenClosed(): Promise<boolean> {
    return this.waitFor(() => this.#isClosed);
  }

  /** Like a stopped process: connected, but reads nothing. */
  stopReading(): void {
    this.#socket.pause();
  }

  /** Closes half of the connection, so that messages in transit still arrive. */
  endInput(): void {
    this.#socket.end();
  }

  /** Disconnects without a close frame. */
  destroy(): void {
    this.#socket.destroy();
  }

  [Symbol.dispose](): void {
    this.destroy();
  }
}
