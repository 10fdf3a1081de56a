/** The endpoint's side of one connection. It logs every frame, even those that a WebSocket library would reject. */
import type { Duplex } from "node:stream";
import { classify, type RequestId } from "@tandem-ide/protocol";
import { Failure } from "../outcome.js";
import { closePayload, encodeFrame, type Frame, FrameReader, type FrameSpec, opcodes } from "../wire/frames.js";
import { type Answer, asAnswer } from "../wire/raw-client.js";
import type { Waiters } from "../wire/waiters.js";
import type { ConnectionLog } from "./log.js";

/** What a connection needs from the run. */
export interface ConnectionContext {
  readonly now: () => number;

  readonly waiters: Waiters;
  /** Called after every change, to wake the waiters. */
  readonly changed: () => void;
  readonly onMessage: (connection: Connection, value: unknown) => void;
}

/** How long to wait for the response to a close frame. */
const closeLimitMs = 1000;

/** Describes how a connection ended. */
export function describeEnd({ end }: ConnectionLog): string {
  if (!end) return "the connection is still open";
  if (end.code === undefined) return "the client dropped the connection without a close frame";
  return end.code === 1005 ? "the client closed the connection" : `the client closed the connection with ${end.code}`;
}

export class Connection {
  readonly log: ConnectionLog;
  readonly #socket: Duplex;
  readonly #context: ConnectionContext;
  readonly #reader = new FrameReader();
  #fragments: Frame[] = [];
  #nextId = 1;
  #isClosedByUs = false;
  #resolveDisconnected: () => void = () => {};

  /** Resolves when the connection has ended, whoever ended it. */
  readonly disconnected: Promise<void> = new Promise((resolve) => {
    this.#resolveDisconnected = resolve;
  });

  constructor(socket: Duplex, head: Buffer, log: ConnectionLog, context: ConnectionContext) {
    this.#socket = socket;
    this.log = log;
    this.#context = context;
    // A reset is an ordinary end here; "close" follows.
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => socket.end());
    socket.on("close", () => this.#end(undefined));
    if (head.length > 0) this.#read(head);
  }

  get isOpen(): boolean {
    return this.log.end === undefined && !this.#isClosedByUs;
  }

  /** Whether the client closed it cleanly, although the endpoint did nothing wrong. */
  get hasLeft(): boolean {
    const { end, answerMode } = this.log;
    return (
      end?.by === "client" && end.code !== undefined && answerMode !== "no-echo" && answerMode !== "unknown-version"
    );
  }

  sendFrame(frame: FrameSpec): void {
    if (!this.#socket.destroyed && this.#socket.writable) this.#socket.write(encodeFrame({ mask: false, ...frame }));
  }

  send(value: Readonly<Record<string, unknown>>): void {
    if (this.log.end) return;
    this.log.entries.push({ kind: "sent", at: this.#context.now(), value });
    this.sendFrame({ opcode: opcodes.text, payload: JSON.stringify(value) });
  }

  notify(method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", method, ...(params !== undefined && { params }) });
  }

  /** Sends one message in this many frames, optionally with a ping after the first. */
  sendFragmented(value: Readonly<Record<string, unknown>>, parts: number, ping?: string): void {
    this.log.entries.push({ kind: "sent", at: this.#context.now(), value });
    const bytes = Buffer.from(JSON.stringify(value));
    const size = Math.ceil(bytes.length / parts);
    for (let index = 0; index < parts; index++) {
      const opcode = index === 0 ? opcodes.text : opcodes.continuation;
      const payload = bytes.subarray(index * size, (index + 1) * size);
      this.sendFrame({ opcode, payload, fin: index === parts - 1 });
      if (index === 0 && ping !== undefined) this.sendFrame({ opcode: opcodes.ping, payload: ping });
    }
  }

  /** Returns an id that no client uses. */
  newId(): string {
    return `tandem-${this.#nextId++}`;
  }

  /** Sends a request to the client. */
  async request(method: string, params: unknown, timeoutMs: number): Promise<Answer> {
    const id = this.newId();
    this.send({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
    return await this.answerTo(id, `a response to ${method}`, timeoutMs);
  }

  answerTo(id: RequestId, what: string, timeoutMs: number): Promise<Answer> {
    return this.waitFor(
      () => {
        for (const entry of this.log.entries) {
          const answer = entry.kind === "received" ? asAnswer(entry.value) : undefined;
          if (answer?.id === id) return answer;
        }
        return undefined;
      },
      what,
      timeoutMs,
    );
  }

  /** Sends a WebSocket ping and an MCP ping without waiting for the responses. */
  probe(): void {
    this.sendFrame({ opcode: opcodes.ping, payload: "still there?" });
    this.send({ jsonrpc: "2.0", id: this.newId(), method: "ping" });
  }

  /** Waits for the pong with this payload. */
  async pong(payload: string, timeoutMs: number): Promise<void> {
    const hasPong = () =>
      this.log.entries.some(
        (entry) => entry.kind === "frame" && entry.opcode === opcodes.pong && entry.payload === payload,
      ) || undefined;
    await this.waitFor(hasPong, "a pong with the payload of the ping", timeoutMs);
  }

  /** Waits until `probe` returns a value; fails if the time is up or the connection ends. */
  waitFor<T>(probe: () => T | undefined, what: string, timeoutMs: number): Promise<T> {
    return this.#context.waiters.wait(
      () => {
        const found = probe();
        if (found === undefined && this.log.end) throw new Failure(what, describeEnd(this.log));
        return found;
      },
      what,
      timeoutMs,
    );
  }

  /** Closes it as RFC 6455 requires. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#isClosedByUs = true;
    this.log.closedAt = this.#context.now();
    this.sendFrame({ opcode: opcodes.close, payload: closePayload(code, reason) });
    const timer = setTimeout(() => this.#socket.destroy(), closeLimitMs);
    this.#socket.once("close", () => clearTimeout(timer));
  }

  /** Drops it without a close frame, like a killed editor. */
  break(): void {
    this.#isClosedByUs = true;
    this.#socket.destroy();
  }

  #end(code: number | undefined): void {
    this.log.end ??= { at: this.#context.now(), by: this.#isClosedByUs ? "endpoint" : "client", code };
    this.#resolveDisconnected();
    this.#context.changed();
  }

  #read(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk)) this.#take(frame);
    this.#context.changed();
  }

  #take(frame: Frame): void {
    const { opcode, masked, rsv } = frame;
    const payload = opcode >= opcodes.close ? frame.payload.toString("latin1") : "";
    this.log.entries.push({ kind: "frame", at: this.#context.now(), opcode, masked, rsv, payload });
    if (opcode === opcodes.ping) this.sendFrame({ opcode: opcodes.pong, payload: frame.payload });
    else if (opcode === opcodes.close) this.#takeClose(frame.payload);
    else if (opcode !== opcodes.pong) {
      this.#fragments.push(frame);
      if (frame.fin) this.#takeMessage(this.#fragments.splice(0));
    }
  }

  #takeClose(payload: Buffer): void {
    const code = payload.length >= 2 ? payload.readUInt16BE(0) : 1005;
    if (this.isOpen) this.sendFrame({ opcode: opcodes.close, payload: payload.subarray(0, 2) });
    this.#end(code);
    this.#socket.end();
  }

  #takeMessage(frames: readonly Frame[]): void {
    const text = Buffer.concat(frames.map((frame) => frame.payload)).toString("utf8");
    const isBinary = frames[0]?.opcode === opcodes.binary;
    const value = parse(text);
    const members: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
    for (const member of members) {
      const isBatched = members === value;
      this.log.entries.push({ kind: "received", at: this.#context.now(), value: member, text, isBinary, isBatched });
    }
    for (const member of members) if (classify(member).kind !== "response") this.#context.onMessage(this, member);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
