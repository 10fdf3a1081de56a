/** The endpoint's side of one connection, by hand: it writes down every frame, also those that a library would refuse. */
import type { Duplex } from "node:stream";
import { classify, type RequestId } from "@tandem/protocol";
import { Failure } from "../outcome.js";
import { closePayload, encodeFrame, type Frame, FrameReader, type FrameSpec, opcodes } from "../wire/frames.js";
import { type Answer, asAnswer } from "../wire/raw-client.js";
import type { WaitingRoom } from "../wire/waiting-room.js";
import type { ConnectionLog } from "./log.js";

/** What a connection needs of the run. */
export interface Surroundings {
  readonly now: () => number;
  /** Where everyone waits. */
  readonly room: WaitingRoom;
  /** Something came: whoever waits looks again. */
  readonly changed: () => void;
  readonly onMessage: (connection: Connection, value: unknown) => void;
}

/** A close frame that is not answered within this time has nobody to answer it. */
const closeLimitMs = 1000;

/** How a connection ended, in words. */
export function describeEnd({ end }: ConnectionLog): string {
  if (!end) return "the connection stands";
  if (end.code === undefined) return "the client dropped the connection without a close frame";
  return end.code === 1005 ? "the client closed the connection" : `the client closed the connection with ${end.code}`;
}

export class Connection {
  readonly log: ConnectionLog;
  readonly #socket: Duplex;
  readonly #around: Surroundings;
  readonly #reader = new FrameReader();
  #fragments: Frame[] = [];
  #nextId = 1;
  #isOurEnd = false;
  #tellGone: () => void = () => {};

  /** Resolves when it has ended, whoever ended it. */
  readonly gone: Promise<void> = new Promise((resolve) => {
    this.#tellGone = resolve;
  });

  constructor(socket: Duplex, head: Buffer, log: ConnectionLog, around: Surroundings) {
    this.#socket = socket;
    this.log = log;
    this.#around = around;
    // A reset is an ordinary end here: "close" tells of it.
    socket.on("error", () => {});
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("end", () => socket.end());
    socket.on("close", () => this.#end(undefined));
    if (head.length > 0) this.#read(head);
  }

  get isOpen(): boolean {
    return this.log.end === undefined && !this.#isOurEnd;
  }

  /** The client closed it in order, although nothing was wrong with the endpoint. */
  get hasLeft(): boolean {
    const { end, manner } = this.log;
    return end?.by === "client" && end.code !== undefined && manner !== "no-echo" && manner !== "unknown-version";
  }

  sendFrame(frame: FrameSpec): void {
    if (!this.#socket.destroyed && this.#socket.writable) this.#socket.write(encodeFrame({ mask: false, ...frame }));
  }

  send(value: Readonly<Record<string, unknown>>): void {
    if (this.log.end) return;
    this.log.entries.push({ kind: "said", at: this.#around.now(), value });
    this.sendFrame({ opcode: opcodes.text, payload: JSON.stringify(value) });
  }

  notify(method: string, params?: unknown): void {
    this.send({ jsonrpc: "2.0", method, ...(params !== undefined && { params }) });
  }

  /** Sends one message in this many frames, with a ping after the first where that is wanted. */
  sendFragmented(value: Readonly<Record<string, unknown>>, parts: number, ping?: string): void {
    this.log.entries.push({ kind: "said", at: this.#around.now(), value });
    const bytes = Buffer.from(JSON.stringify(value));
    const size = Math.ceil(bytes.length / parts);
    for (let index = 0; index < parts; index++) {
      const opcode = index === 0 ? opcodes.text : opcodes.continuation;
      const payload = bytes.subarray(index * size, (index + 1) * size);
      this.sendFrame({ opcode, payload, fin: index === parts - 1 });
      if (index === 0 && ping !== undefined) this.sendFrame({ opcode: opcodes.ping, payload: ping });
    }
  }

  /** An id that no client makes by itself. */
  newId(): string {
    return `tandem-${this.#nextId++}`;
  }

  /** Asks the client something. */
  async request(method: string, params: unknown, timeoutMs: number): Promise<Answer> {
    const id = this.newId();
    this.send({ jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) });
    return await this.answerTo(id, `an answer to ${method}`, timeoutMs);
  }

  answerTo(id: RequestId, what: string, timeoutMs: number): Promise<Answer> {
    return this.waitFor(
      () => {
        for (const entry of this.log.entries) {
          const answer = entry.kind === "heard" ? asAnswer(entry.value) : undefined;
          if (answer?.id === id) return answer;
        }
        return undefined;
      },
      what,
      timeoutMs,
    );
  }

  /** Asks for a sign of life in both ways, without waiting for it. */
  probe(): void {
    this.sendFrame({ opcode: opcodes.ping, payload: "still there?" });
    this.send({ jsonrpc: "2.0", id: this.newId(), method: "ping" });
  }

  /** The pong that carries this payload. */
  async pong(payload: string, timeoutMs: number): Promise<void> {
    const isIt = () =>
      this.log.entries.some(
        (entry) => entry.kind === "frame" && entry.opcode === opcodes.pong && entry.payload === payload,
      ) || undefined;
    await this.waitFor(isIt, "a pong with the payload of the ping", timeoutMs);
  }

  /** Waits until `probe` finds something; fails when the time is up, or when the connection ends before. */
  waitFor<T>(probe: () => T | undefined, what: string, timeoutMs: number): Promise<T> {
    return this.#around.room.wait(
      () => {
        const found = probe();
        if (found === undefined && this.log.end) throw new Failure(what, describeEnd(this.log));
        return found;
      },
      what,
      timeoutMs,
    );
  }

  /** Waits until it has ended, whoever ended it. */
  async ended(what: string, timeoutMs: number): Promise<void> {
    await this.#around.room.wait(() => this.log.end, what, timeoutMs);
  }

  /** Ends it as RFC 6455 asks. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.#isOurEnd = true;
    this.log.closedAt = this.#around.now();
    this.sendFrame({ opcode: opcodes.close, payload: closePayload(code, reason) });
    const timer = setTimeout(() => this.#socket.destroy(), closeLimitMs);
    this.#socket.once("close", () => clearTimeout(timer));
  }

  /** Ends it without a word, as an editor that is killed. */
  break(): void {
    this.#isOurEnd = true;
    this.#socket.destroy();
  }

  #end(code: number | undefined): void {
    this.log.end ??= { at: this.#around.now(), by: this.#isOurEnd ? "endpoint" : "client", code };
    this.#tellGone();
    this.#around.changed();
  }

  #read(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk)) this.#take(frame);
    this.#around.changed();
  }

  #take(frame: Frame): void {
    const { opcode, masked, rsv } = frame;
    const payload = opcode >= opcodes.close ? frame.payload.toString("latin1") : "";
    this.log.entries.push({ kind: "frame", at: this.#around.now(), opcode, masked, rsv, payload });
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
      this.log.entries.push({ kind: "heard", at: this.#around.now(), value: member, text, isBinary, isBatched });
    }
    for (const member of members) if (classify(member).kind !== "response") this.#around.onMessage(this, member);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
