/** A kernel on a server and the way to it: started, made ready, reached again when the connection drops. */
import { randomUUID } from "node:crypto";
import { isRecord, messageOf, sleep } from "@tandem/base";
import { enterFolder } from "./enter-folder.js";
import { KernelError } from "./errors.js";
import { Handshake, startPatienceMs } from "./handshake.js";
import { KernelSocket } from "./kernel-socket.js";
import { type LinkEvents, type LinkOptions, startFailure } from "./link-parts.js";
import { type AnswerPart, Questions } from "./questions.js";
import type { KernelMessage, Services } from "./services.js";

const reconnectPatienceMs = 30_000;

export class KernelLink {
  readonly #options: LinkOptions;
  readonly #events: LinkEvents;
  readonly #kernelId: string;
  readonly #name: string;
  readonly #questions: Questions;
  #session = randomUUID();
  #socket: KernelSocket | undefined;
  /** Another process is in the kernel's place, and has not answered yet. */
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
    const { connection, lastWords } = options;
    let answer: unknown;
    try {
      // Without the signal: a kernel that is started and whose name nobody learns would run for ever.
      answer = await connection.request("api/kernels", { method: "POST", body: model, patienceMs: startPatienceMs });
    } catch (error) {
      if (!(error instanceof KernelError) || error.code !== "refused") throw error;
      throw new KernelError("kernel-failed", startFailure(model.name, messageOf(error), lastWords()), { cause: error });
    }
    if (!isRecord(answer) || typeof answer.id !== "string")
      throw new KernelError("not-jupyter", `${connection.shownUrl} did not say which kernel it started.`);
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

  /** A message of the type on the shell channel, ready to be sent. */
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
        // There is nobody to type: input() is an exception that says so.
        allow_stdin: false,
        stop_on_error: false,
      },
    });
  }

  send(message: Parameters<KernelSocket["send"]>[0]): void {
    this.#socket?.send(message);
  }

  /** Resolves when the kernel has done all that it was sent before. It never does when the connection drops before that. */
  answers(): Promise<void> {
    return new Promise((resolve) => {
      this.#ask((part) => {
        if (part === "reply") resolve();
      });
    });
  }

  async interrupt(patienceMs?: number): Promise<void> {
    await this.#post("interrupt", patienceMs);
  }

  /** Ends the process and starts another in its place. */
  async restart(): Promise<void> {
    this.#closeSocket();
    await this.#post("restart");
    await this.#makeReady();
  }

  /** Does the kernel still exist? An unreachable server is an error, not an answer. */
  async exists(): Promise<boolean> {
    const { connection, signal } = this.#options;
    const model = await connection.request(`api/kernels/${encodeURIComponent(this.#kernelId)}`, { signal });
    return isRecord(model) && model.execution_state !== "dead";
  }

  /** Opens the socket again. The server hands over what came meanwhile. Tells of the kernel's death if that is why. */
  async reopen(): Promise<void> {
    const { clock, signal, connection } = this.#options;
    const deadline = clock.now() + reconnectPatienceMs;
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
          `The connection to the kernel at ${connection.shownUrl} is lost: ${messageOf(problem)}`,
          { cause: problem },
        );
      await sleep(clock, delay, signal);
    }
  }

  /** Ends the kernel. */
  async shutdown(patienceMs?: number): Promise<void> {
    const { connection } = this.#options;
    await connection.request(`api/kernels/${encodeURIComponent(this.#kernelId)}`, { method: "DELETE", patienceMs });
  }

  /** Lets go of the kernel without ending it. */
  close(): void {
    this.#closeSocket();
    this.#handshake?.cancel(new KernelError("closed", "The kernel was closed while it started."));
  }

  async #post(action: "interrupt" | "restart", patienceMs = startPatienceMs): Promise<void> {
    const { connection, signal } = this.#options;
    const path = `api/kernels/${encodeURIComponent(this.#kernelId)}/${action}`;
    await connection.request(path, { method: "POST", signal, patienceMs });
  }

  async #makeReady(): Promise<void> {
    const { clock, signal, lastWords } = this.#options;
    signal.throwIfAborted();
    this.#events.status("starting");
    this.#handshake = new Handshake({
      clock,
      signal,
      open: () => {
        // To a session that it knows the server hands over the old channels, which may lead to where the old process was.
        this.#session = randomUUID();
        return this.#openSocket();
      },
      isCurrent: (opened) => this.#isCurrent(opened),
      ask: (answered) => this.#ask(answered),
      enter: (entered) => this.#enter(entered),
      exists: () => this.exists(),
      failure: (why) => new KernelError("kernel-failed", startFailure(this.#name, why, lastWords())),
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
        // While the kernel starts, the next attempt opens another.
        if (this.#handshake === undefined) this.#events.dropped();
      },
    });
    this.#socket = socket;
    return socket.opened;
  }

  /** Is it the promise of the socket that is in use? Another is in its place when it took too long. */
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

  /** The server saw the process end; unless it gave up, it has started another already. */
  #hasDied(isFinal: boolean): void {
    if (this.#handshake) {
      this.#handshake.died(isFinal);
      return;
    }
    // The server passes on the messages of the new process to a new socket only.
    this.#closeSocket();
    this.#isReplaced = true;
    this.#events.died(!isFinal);
  }
}
