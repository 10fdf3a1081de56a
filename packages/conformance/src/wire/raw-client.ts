/**
 * A small JSON-RPC client over a bare socket. It answers pings, queues every message until a check
 * reads it, and always waits with a limit.
 */
import type { Socket } from "node:net";
import { constants, inflateRawSync } from "node:zlib";
import { errorResponseSchema, type RequestId, requestIdSchema } from "@tandem-ide/protocol";
import { Failure } from "../outcome.js";
import { show } from "../show.js";
import { closePayload, encodeFrame, type Frame, FrameReader, type FrameSpec, opcodes } from "./frames.js";
import { Waiters } from "./waiters.js";

export interface RawClientOptions {
  readonly timeoutMs: number;
  /** False simulates a dead client. Default: true. */
  readonly answerPings?: boolean;
}

/** How the connection ended: with a close frame, or (without a code) with the socket only. */
export interface Ending {
  readonly code?: number;
  readonly reason?: string;
}

/** A response to a request. */
export type Answer =
  | { readonly ok: true; readonly id: RequestId; readonly result: unknown }
  | { readonly ok: false; readonly id: RequestId | null; readonly code: number; readonly message: string };

/** Options of a request. */
export interface RequestOptions {
  readonly id?: RequestId;
  readonly timeoutMs?: number;
}

/** Parses a message as a response; undefined for anything else. */
export function asAnswer(message: unknown): Answer | undefined {
  if (typeof message !== "object" || message === null || "method" in message) return undefined;
  if ("error" in message) {
    const parsed = errorResponseSchema.safeParse(message);
    if (!parsed.success) return undefined;
    return { ok: false, id: parsed.data.id, code: parsed.data.error.code, message: parsed.data.error.message };
  }
  if (!("result" in message) || !("id" in message)) return undefined;
  const id = requestIdSchema.safeParse(message.id);
  return id.success ? { ok: true, id: id.data, result: message.result } : undefined;
}

/** Returns any message except requests and notifications from the endpoint, which may come at any time. */
export function asReply(message: unknown): unknown {
  const isOwn = typeof message === "object" && message !== null && "method" in message;
  return isOwn ? undefined : message;
}

export function describeEnding(ending: Ending): string {
  if (ending.code === undefined) return "the connection was dropped without a close frame";
  return `close ${ending.code}${ending.reason ? ` ${show(ending.reason)}` : ""}`;
}

export class RawClient {
  /** Protocol violations in the endpoint's frames, such as masking. */
  readonly violations: string[] = [];
  /** How many pings arrived. */
  pings = 0;

  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #timeoutMs: number;
  readonly #answerPings: boolean;
  readonly #messages: unknown[] = [];
  readonly #pongs: Buffer[] = [];
  readonly #waiting = new Waiters(() => describeEnding(this.#ending ?? this.#closeFrame ?? {}));
  #fragments: Frame[] = [];
  #ending: Ending | undefined;
  #closeFrame: Ending | undefined;
  #closeSent = false;
  #nextId = 1;

  constructor(socket: Socket, rest: Buffer, options: RawClientOptions) {
    this.#socket = socket;
    this.#timeoutMs = options.timeoutMs;
    this.#answerPings = options.answerPings ?? true;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("close", () => this.#end());
    if (rest.length > 0) this.#read(rest);
    if (socket.destroyed) this.#end();
    else socket.resume();
  }

  get isOpen(): boolean {
    return this.#ending === undefined && this.#closeFrame === undefined;
  }

  /** Writes raw bytes. */
  write(bytes: Uint8Array): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  /** Sends one frame, valid or not. */
  sendFrame(frame: FrameSpec): void {
    this.write(encodeFrame(frame));
  }

  /** Sends the text as one message. */
  sendText(text: string): void {
    this.sendFrame({ opcode: opcodes.text, payload: text });
  }

  /** Sends a value as one JSON message. */
  send(message: unknown): void {
    this.sendText(JSON.stringify(message));
  }

  notify(method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", method, params });
  }

  /** Sends a request without waiting, and returns its id. */
  post(method: string, params?: unknown, id: RequestId = this.#nextId++): RequestId {
    this.send({ jsonrpc: "2.0", id, method, params });
    return id;
  }

  /** Sends a request and waits for its response. */
  async request(method: string, params?: unknown, options: RequestOptions = {}): Promise<Answer> {
    return this.answerTo(this.post(method, params, options.id), `a response to ${method}`, options.timeoutMs);
  }

  /** Waits for the response to a posted request. */
  answerTo(id: RequestId, what: string, timeoutMs?: number): Promise<Answer> {
    return this.next(
      (message) => {
        const answer = asAnswer(message);
        return answer?.id === id ? answer : undefined;
      },
      what,
      timeoutMs,
    );
  }

  /** Waits for the first message, queued or new, for which `pick` returns a value. */
  next<T>(pick: (message: unknown) => T | undefined, what: string, timeoutMs = this.#timeoutMs): Promise<T> {
    return this.#waiting.wait(
      () => {
        for (const [index, message] of this.#messages.entries()) {
          const picked = pick(message);
          if (picked === undefined) continue;
          this.#messages.splice(index, 1);
          return picked;
        }
        return undefined;
      },
      what,
      timeoutMs,
    );
  }

  /** Waits for the next pong and returns its payload. */
  nextPong(): Promise<Buffer> {
    return this.#waiting.wait(() => this.#pongs.shift(), "a pong", this.#timeoutMs);
  }

  /** Returns and clears the queued messages. */
  takeMessages(): unknown[] {
    return this.#messages.splice(0);
  }

  /** Waits until the connection ends. A close frame counts as the end, because nothing may follow it. */
  async ending(timeoutMs = this.#timeoutMs, what = "the connection to be closed"): Promise<Ending> {
    return this.#waiting.wait(() => this.#closeFrame ?? this.#ending, what, timeoutMs);
  }

  /** Waits until the socket has closed. */
  async socketEnd(timeoutMs = this.#timeoutMs): Promise<Ending> {
    return this.#waiting.wait(() => this.#ending, "the endpoint to close the TCP connection", timeoutMs);
  }

  /** Waits for a close frame with this code. */
  async expectClose(code: number, why: string): Promise<void> {
    const expected = `close ${code} ${why}`;
    const ending = await this.ending(this.#timeoutMs, expected);
    if (ending.code !== code) throw new Failure(expected, describeEnding(ending));
  }

  /** Stops reading, so the endpoint's data piles up there. */
  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    this.#socket.resume();
  }

  /** How many bytes were read so far. */
  get bytesRead(): number {
    return this.#socket.bytesRead;
  }

  /** Drops the connection like a killed client. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes the connection as RFC 6455 requires and waits for the endpoint. */
  async close(graceMs = 500): Promise<void> {
    if (this.#ending) return;
    this.#socket.resume();
    if (!this.#closeSent) this.#sendClose(closePayload(1000));
    await this.#waiting.wait(() => this.#ending, "the end", graceMs).catch(() => this.#socket.destroy());
  }

  #sendClose(payload: Buffer): void {
    this.#closeSent = true;
    this.sendFrame({ opcode: opcodes.close, payload });
  }

  #end(): void {
    if (this.#ending) return;
    this.#ending = this.#closeFrame ?? {};
    this.#waiting.close();
  }

  #read(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk)) this.#take(frame);
    this.#waiting.wake();
  }

  #take(frame: Frame): void {
    if (frame.masked) this.violations.push("a masked frame");
    if ((frame.rsv & 3) !== 0) this.violations.push("a frame with a reserved bit");
    if (this.#closeFrame) {
      // RFC 6455, section 5.5.1: nothing may follow a close frame.
      this.violations.push("a frame after the close frame");
      return;
    }
    switch (frame.opcode) {
      case opcodes.ping:
        this.pings++;
        if (this.#answerPings) this.sendFrame({ opcode: opcodes.pong, payload: frame.payload });
        return;
      case opcodes.pong:
        this.#pongs.push(frame.payload);
        return;
      case opcodes.close:
        this.#takeClose(frame.payload);
        return;
      case opcodes.text:
      case opcodes.continuation:
        this.#fragments.push(frame);
        if (frame.fin) this.#takeMessage();
        return;
      default:
        this.violations.push(`a frame with opcode ${frame.opcode}`);
    }
  }

  #takeClose(payload: Buffer): void {
    this.#closeFrame ??=
      payload.length >= 2 ? { code: payload.readUInt16BE(0), reason: payload.toString("utf8", 2) } : { code: 1005 };
    if (!this.#closeSent) this.#sendClose(payload.subarray(0, 2));
  }

  #takeMessage(): void {
    const joined = Buffer.concat(this.#fragments.map((frame) => frame.payload));
    const compressed = ((this.#fragments[0]?.rsv ?? 0) & 4) !== 0;
    this.#fragments = [];
    try {
      const bytes = compressed ? inflate(joined) : joined;
      this.#messages.push(JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)));
    } catch {
      this.violations.push(`a message that isn't JSON: ${show(joined.toString("utf8"))}`);
    }
  }
}

function inflate(bytes: Buffer): Buffer {
  // RFC 7692, section 7.2.2: the sender removes these four bytes.
  const whole = Buffer.concat([bytes, Buffer.from([0x00, 0x00, 0xff, 0xff])]);
  return inflateRawSync(whole, { finishFlush: constants.Z_SYNC_FLUSH });
}
