/** A connection to a kernel on a server: starts the kernel, and reconnects when the connection drops. */
import { randomUUID } from "node:crypto";
import { isRecord, messageOf, sleep } from "@tandem-ide/base";
import { enterFolder } from "./enter-folder.js";
import { KernelError } from "./errors.js";
import { Handshake, startTimeoutMs } from "./handshake.js";
import { KernelSocket } from "./kernel-socket.js";
import { type LinkEvents, type LinkOptions, startFailure } from "./link-parts.js";
import { type AnswerPart, Questions } from "./questions.js";
import type { KernelMessage, Services } from "./services.js";

const reconnectTimeoutMs = 30_000;

export class KernelLink {
  readonly #options: LinkOptions;
  readonly #events: LinkEvents;
  readonly #kernelId: string;
  readonly #name: string;
  readonly #questions: Questions;
  #session = randomUUID();
  #socket: KernelSocket | undefined;
  /** True while another process has replaced the kernel and hasn't answered yet. */
  #isReplaced = false;
  /** While a kernel starts. */
  #handshake: Handshake | undefined;

  private constructor(kernelId: string, name: string, options: LinkOptions, events: LinkEvents) {
    this.#kernelId = kernelId;
    this.#name = name;
    this.#options = options;
    this.#events = events;
    this.#questions = new Questions(this.services.messages);
  }

  /** Starts a kernel and waits until it answers. */
  static async start(
    model: { readonly name: string; readonly path?: string | undefined },
    options: LinkOptions,
    events: LinkEvents,
  ): Promise<KernelLink> {
    const { connection, lastOutput } = options;
    let answer: unknown;
    try {
      // Doesn't pass the signal: if the request were aborted, a kernel with an unknown id could run forever.
      answer = await connection.request("api/kernels", { method: "POST", body: model, timeoutMs: startTimeoutMs });
    } catch (error) {
      if (!(error instanceof KernelError) || error.code !== "refused") throw error;
      throw new KernelError("kernel-failed", startFailure(model.name, messageOf(error), lastOutput()), {
        cause: error,
      });
    }
    if (!isRecord(answer) || typeof answer.id !== "string")
      throw new KernelError("not-jupyter", `${connection.shownUrl} didn't return the id of the kernel it started.`);
    const link = new KernelLink(answer.id, model.name, options, events);
    try {
      await link.#makeReady();
    } catch (error) {
      link.close();
      await link.shutdown().catch(() => {});
      throw error;
    }
    return link;
  }

  get isOpen(): boolean {
    return this.#socket?.isOpen ?? false;
  }

  get services(): Services {
    return this.#options.connection.services;
  }

  /** Creates a request to run code, ready to be sent. */
  createExecuteRequest(code: string) {
    const { messages } = this.#options.connection.services;
    return messages.createMessage({
      msgType: "execute_request",
      channel: "shell",
      session: this.#session,
      content: {
        code,
        silent: false,
        store_history: true,
        user_expressions: {},
        // Nobody can type input, so input() raises an exception.
        allow_stdin: false,
        stop_on_error: false,
      },
    });
  }

  send(message: Parameters<KernelSocket["send"]>[0]): void {
    this.#socket?.send(message);
  }

  /** Resolves when the kernel has processed all earlier messages. Never resolves if the connection drops before that. */
  answers(): Promise<void> {
    return new Promise((resolve) => {
      this.#ask((part) => {
        if (part === "reply") resolve();
      });
    });
  }

  async interrupt(timeoutMs?: number): Promise<void> {
    await this.#post("interrupt", timeoutMs);
  }

  /** Replaces the kernel's process with a new one. */
  async restart(): Promise<void> {
    this.#closeSocket();
    await this.#post("restart");
    await this.#makeReady();
  }

  /** Returns whether the kernel still exists. Throws when the server is unreachable. */
  async exists(): Promise<boolean> {
    const { connection, signal } = this.#options;
    const model = await connection.request(this.#path, { signal });
    return isRecord(model) && model.execution_state !== "dead";
  }

  /** Opens the socket again. The server resends missed messages. Reports the kernel's death if it no longer exists. */
  async reopen(): Promise<void> {
    const { clock, signal, connection } = this.#options;
    const deadline = clock.now() + reconnectTimeoutMs;
    for (let delay = 200; ; delay = Math.min(delay * 2, 5_000)) {
      let problem: unknown;
      try {
        if (!(await this.exists())) return this.#events.died(false);
        await (this.#isReplaced ? this.#makeReady() : this.#openSocket());
        return;
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof KernelError && error.code !== "unreachable") throw error;
        problem = error;
      }
      if (clock.now() + delay > deadline)
        throw new KernelError(
          "connection-lost",
          `Lost the connection to the kernel at ${connection.shownUrl}: ${messageOf(problem)}`,
          { cause: problem },
        );
      await sleep(clock, delay, signal);
    }
  }

  /** Stops the kernel. */
  async shutdown(timeoutMs?: number): Promise<void> {
    await this.#options.connection.request(this.#path, { method: "DELETE", timeoutMs });
  }

  /** Disconnects from the kernel without stopping it. */
  close(): void {
    this.#closeSocket();
    this.#handshake?.cancel(new KernelError("closed", "The kernel was closed while it started."));
  }

  get #path(): string {
    return `api/kernels/${encodeURIComponent(this.#kernelId)}`;
  }

  async #post(action: "interrupt" | "restart", timeoutMs = startTimeoutMs): Promise<void> {
    const { connection, signal } = this.#options;
    await connection.request(`${this.#path}/${action}`, { method: "POST", signal, timeoutMs });
  }

  async #makeReady(): Promise<void> {
    const { clock, signal, lastOutput } = this.#options;
    signal.throwIfAborted();
    this.#events.status("starting");
    this.#handshake = new Handshake({
      clock,
      signal,
      open: () => {
        // For a known session the server reuses its channels, which may still lead to the old process.
        this.#session = randomUUID();
        return this.#openSocket();
      },
      isCurrent: (opened) => this.#isCurrent(opened),
      ask: (answered) => this.#ask(answered),
      enter: (entered) => this.#enter(entered),
      exists: () => this.exists(),
      failure: (why) => new KernelError("kernel-failed", startFailure(this.#name, why, lastOutput())),
    });
    try {
      await this.#handshake.run();
      this.#isReplaced = false;
      this.#questions.clear();
      this.#events.status("idle");
    } finally {
      this.#handshake = undefined;
    }
  }

  #ask(answered: (part: AnswerPart) => void): void {
    const question = this.#questions.create(this.#session, answered);
    if (this.isOpen) this.send(question);
  }

  #enter(entered: () => void): void {
    const { entry } = this.#options;
    if (entry === undefined) {
      entered();
      return;
    }
    const request = this.#questions.createCode(this.#session, enterFolder(entry), (part) => {
      if (part === "reply") entered();
    });
    if (this.isOpen) this.send(request);
  }

  #openSocket(): Promise<void> {
    this.#closeSocket();
    const { connection, clock } = this.#options;
    const socket = new KernelSocket(connection, this.#kernelId, this.#session, clock, {
      message: (message) => this.#receive(message),
      closed: (code, reason) => {
        if (this.#socket !== socket) return;
        this.#socket = undefined;
        if (code === 1009 || /max payload/i.test(reason)) this.#events.overflowed();
        // During startup, the next attempt opens another socket.
        if (this.#handshake === undefined) this.#events.dropped();
      },
    });
    this.#socket = socket;
    return socket.opened;
  }

  /** Returns whether the promise belongs to the socket in use. A socket that took too long is replaced. */
  #isCurrent(opened: Promise<void>): boolean {
    return this.#socket === undefined || this.#socket.opened === opened;
  }

  #closeSocket(): void {
    this.#questions.clear();
    this.#socket?.close();
    this.#socket = undefined;
  }

  #receive(message: KernelMessage): void {
    this.#questions.receive(message);
    if (this.services.messages.isStatusMsg(message)) {
      const state = message.content.execution_state;
      if (state === "restarting" || state === "dead") {
        this.#hasDied(state === "dead");
        return;
      }
      if (!this.#questions.isAbout(message) && (state === "idle" || state === "busy")) this.#events.status(state);
    }
    this.#events.message(message);
  }

  /** Handles the end of the process. Unless it is final, the server has started another one already. */
  #hasDied(isFinal: boolean): void {
    if (this.#handshake) {
      this.#handshake.died(isFinal);
      return;
    }
    // The server sends the new process's messages only to a new socket.
    this.#closeSocket();
    this.#isReplaced = true;
    this.#events.died(!isFinal);
  }
}
