/** A small client for the kit's tests: it finds a lock, connects, initializes, and does what its parts say. */
import { randomBytes } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { classify, lockFileSchema } from "@tandem-ide/protocol";
import { closePayload, encodeFrame, type Frame, FrameReader, opcodes } from "../../wire/frames.js";
import { correctParts } from "./correct-parts.js";
import type { FoundLock, Params, Parts, Session } from "./parts.js";

async function readLocks(configDir: string): Promise<FoundLock[]> {
  const directory = join(configDir, "ide");
  const names = (await readdir(directory)).filter((name) => name.endsWith(".lock"));
  const texts = await Promise.all(names.map((name) => readFile(join(directory, name), "utf8")));
  return texts.map((text) => {
    const { port, pid, workspaceFolders: folders, authToken: token } = lockFileSchema.parse(JSON.parse(text));
    return { port, pid, folders, token };
  });
}

/** One connection of the client. */
class Connection implements Session {
  readonly parts: Parts;
  readonly #client: FaultyClient;
  readonly #socket: Socket;
  readonly #reader = new FrameReader();
  readonly #waiting = new Map<unknown, (answer: Params) => void>();
  readonly #isAgain: boolean;
  #fragments: Buffer[] = [];
  #nextId = 0;
  /** It has disconnected and ignores further messages. */
  #ignoresMessages = false;
  isIntroduced = false;
  isOver = false;

  constructor(socket: Socket, rest: Buffer, client: FaultyClient, isAgain: boolean) {
    this.#socket = socket;
    this.#client = client;
    this.#isAgain = isAgain;
    this.parts = client.parts;
    socket.on("data", (chunk: Buffer) => this.#read(chunk));
    socket.on("close", () => this.#ended());
    socket.on("end", () => socket.end());
    if (rest.length > 0) this.#read(rest);
  }

  start(): void {
    if (this.#isAgain && this.parts.isSilentAgain) return;
    this.parts.before(this);
    void this.request("initialize", this.parts.initialize()).then(({ result }) => {
      const version = isRecord(result) ? result.protocolVersion : undefined;
      if (!this.parts.acceptsVersion(version)) return this.hangUp();
      this.parts.introduce(this);
      this.isIntroduced = true;
      this.#client.hasSession(this);
    });
  }

  send(message: Params): void {
    const sent = this.parts.outgoing(message);
    if (sent !== undefined) this.sendText(JSON.stringify(sent), sent);
  }

  sendText(text: string, message: unknown = text): void {
    for (const frame of this.parts.frames(text, message)) this.write(encodeFrame(frame));
  }

  write(bytes: Buffer): void {
    if (!this.#socket.destroyed) this.#socket.write(bytes);
  }

  notify(method: string, params?: Params): void {
    this.send({ jsonrpc: "2.0", method, ...(params && { params }) });
  }

  request(method: string, params?: Params, id: unknown = this.#nextId++): Promise<Params> {
    this.send({ jsonrpc: "2.0", id, method, ...(params && { params }) });
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  get nextId(): number {
    return this.#nextId;
  }

  call(name: string, args: Params): Promise<Params> {
    return this.request("tools/call", { name, arguments: args, _meta: { progressToken: this.#nextId } });
  }

  hangUp(code = 1000): void {
    this.write(encodeFrame({ opcode: opcodes.close, payload: closePayload(code) }));
    this.#ignoresMessages = true;
    this.#socket.end();
  }

  destroy(): void {
    this.#socket.destroy();
  }

  leave(): void {
    this.#client.isLeaving = true;
    this.hangUp();
  }

  vanish(): void {
    this.#client.isLeaving = true;
    this.destroy();
  }

  #ended(): void {
    if (this.isOver) return;
    this.isOver = true;
    this.#client.redial();
  }

  #read(chunk: Buffer): void {
    for (const frame of this.#reader.push(chunk)) if (!this.#ignoresMessages) this.#take(frame);
  }

  #take({ opcode, payload, fin }: Frame): void {
    if (opcode >= opcodes.close && this.parts.forgetsBetween) this.#fragments = [];
    if (opcode === opcodes.ping) {
      const answer = this.parts.pong(payload);
      if (answer) this.write(encodeFrame({ opcode: opcodes.pong, payload: answer }));
    } else if (opcode === opcodes.close) {
      if (this.parts.answersClose) this.write(encodeFrame({ opcode: opcodes.close, payload: payload.subarray(0, 2) }));
      this.#socket.end();
    } else if (opcode === opcodes.binary) this.parts.onBinary(this);
    else if (opcode !== opcodes.pong) {
      this.#fragments.push(payload);
      if (fin) this.#handleMessage(this.#fragments.splice(0));
    }
  }

  #handleMessage(payloads: readonly Buffer[]): void {
    this.parts.onSize(Buffer.concat(payloads).length, this);
    const text = this.parts.join(payloads);
    if (text === undefined) return;
    const is = classify(JSON.parse(text));
    if (is.kind === "request") {
      const answer = this.parts.answer(is.message.method, is.message.params);
      if (answer) this.send({ jsonrpc: "2.0", id: is.message.id, ...answer });
    } else if (is.kind === "notification")
      this.parts.onNotification(is.message.method, isRecord(is.message.params) ? is.message.params : {}, this);
    else if (is.kind === "response") this.#answered({ ...is.message });
  }

  #answered(message: Params): void {
    const resolve = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (!resolve) this.parts.onStrayAnswer(message.id, this);
    else {
      this.parts.onAnswer(message.id, this);
      if ("error" in message) this.parts.onErrorAnswer(this);
      resolve(message);
    }
  }
}

export class FaultyClient {
  readonly parts: Parts;
  readonly #configDir: string;
  readonly #cwd: string;
  #current: Connection | undefined;
  #wantsWork = false;
  #failures = 0;
  #attempts = 0;
  isLeaving = false;

  constructor(configDir: string, cwd: string, change: (parts: Parts) => void = () => {}) {
    this.#configDir = configDir;
    this.#cwd = cwd;
    this.parts = correctParts();
    change(this.parts);
  }

  async start(): Promise<void> {
    const locks = this.parts.choose(await readLocks(this.#configDir), this.#cwd);
    for (const lock of locks) await this.#connectTo(lock);
  }

  /** Runs the client's own actions, now or once it is connected, then disconnects. */
  work(): void {
    this.#wantsWork = true;
    if (this.#current?.isIntroduced && !this.#current.isOver) this.hasSession(this.#current);
  }

  hasSession(session: Connection): void {
    this.#current = session;
    this.#failures = 0;
    if (!this.#wantsWork) return;
    this.#wantsWork = false;
    void this.parts.work(session).then(() => {
      if (!session.isOver) this.parts.leave(session);
    });
  }

  /** Drops the connection at the end of a test. */
  destroy(): void {
    this.isLeaving = true;
    this.#current?.destroy();
  }

  redial(): void {
    if (this.isLeaving) return;
    const delay = this.parts.redialMs(this.#failures++);
    if (delay === undefined || this.#attempts > 40) return;
    const again = () => {
      // The run may be over by then, with its locks removed.
      if (!this.isLeaving) void this.start().catch(() => {});
    };
    setTimeout(again, delay);
  }

  #connectTo(lock: FoundLock): Promise<void> {
    const isAgain = this.#attempts++ > 0;
    const key = randomBytes(16).toString("base64");
    const lines = [
      "GET / HTTP/1.1",
      `Host: 127.0.0.1:${lock.port}`,
      "Upgrade: websocket",
      "Connection: Upgrade",
      `Sec-WebSocket-Key: ${key}`,
      "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Protocol: mcp",
      `X-Claude-Code-Ide-Authorization: ${lock.token}`,
      "User-Agent: by-hand/1.0",
    ];
    return new Promise((resolve) => {
      const socket = connect({ port: lock.port, host: "127.0.0.1" });
      socket.setNoDelay(true);
      socket.on("error", () => {});
      socket.on("close", () => resolve());
      socket.on("connect", () => socket.write(`${this.parts.head(lines, lock).join("\r\n")}\r\n\r\n`));
      let bytes = Buffer.alloc(0);
      const onData = (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        const end = bytes.indexOf("\r\n\r\n");
        if (end < 0) return;
        socket.off("data", onData);
        const head = bytes.toString("latin1", 0, end);
        if (!/^HTTP\/1\.1 101/.test(head)) return void socket.destroy();
        const echoed = /^sec-websocket-protocol: *(\S+)/im.exec(head)?.[1];
        if (!this.parts.acceptsEcho(echoed)) {
          // The endpoint measures the pause from the end that it sees, so the pause starts after that.
          socket.once("close", () => this.redial());
          return void socket.resume().end();
        }
        const session = new Connection(socket, bytes.subarray(end + 4), this, isAgain);
        this.#current = session;
        session.start();
        resolve();
      };
      socket.on("data", onData);
    });
  }
}
