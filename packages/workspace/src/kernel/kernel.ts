/** A Python kernel: runs one piece of code at a time and keeps its variables in between. */
import { messageOf, sleep } from "@tandem-ide/base";
import { KernelError } from "./errors.js";
import { Execution, type RunResult } from "./execution.js";
import { KernelLink } from "./kernel-link.js";
import type { KernelParts, KernelStatus, RunOptions } from "./kernel-parts.js";
import type { LinkEvents } from "./link-parts.js";
import { callSafely, guarded } from "./listeners.js";
import { interruptUntilOver, watchKernel } from "./running-code.js";
import { Turns } from "./turns.js";
import { untilAborted } from "./waiting.js";

/** Outputs may arrive this long after a response that was sent later. */
const lateOutputMs = 1_000;

/** A server that doesn't answer in this time doesn't delay closing any longer. */
const closeTimeoutMs = 5_000;

const lost = "Variables from earlier runs are lost.";

/**
 * A kernel that is started when code first runs. Created by `createKernels`.
 *
 * @example
 * const { answer } = await kernels.forFolder("/home/ada/project").run("6 * 7");
 */
export class Kernel {
  readonly #parts: KernelParts;
  readonly #turns = new Turns();
  readonly #lifetime = new AbortController();
  readonly #listeners = new Set<(status: KernelStatus) => void>();
  #status: KernelStatus = "not started";
  #link: KernelLink | undefined;
  /** While the kernel starts or restarts. */
  #opening: Promise<KernelLink> | undefined;
  #execution: Execution | undefined;
  /** Called when the connection drops. Does nothing unless code is running. */
  #dropped = () => {};
  #drops = 0;
  /** A notice for the next run's answer. */
  #notice = "";

  constructor(parts: KernelParts) {
    this.#parts = parts;
  }

  get status(): KernelStatus {
    return this.#status;
  }

  /** Calls the listener with each new status. Returns a function that removes it. */
  onStatusChanged(listener: (status: KernelStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Runs code after all earlier runs. An exception in the code is part of the result. Rejects with a `KernelError` when the
   * code couldn't run to its end.
   *
   * @example
   * const result = await kernel.run("print('hello')", { signal: AbortSignal.timeout(60_000) });
   */
  async run(code: string, options: RunOptions = {}): Promise<RunResult> {
    const endTurn = await this.#turns.take(options.signal);
    try {
      return await this.#runNow(code, options);
    } finally {
      endTurn();
    }
  }

  /** Interrupts the running code like Ctrl-C: it ends with a KeyboardInterrupt, and variables are kept. */
  async interrupt(): Promise<void> {
    await this.#link?.interrupt();
  }

  /** Stops the running code and restarts without variables. Queued code runs afterwards. */
  async restart(): Promise<void> {
    this.#throwIfClosed();
    if (this.#link !== undefined) this.#notice = `[The user restarted the kernel. ${lost}]\n`;
    await this.#restart(
      new KernelError("restarted", `The user restarted the kernel while it was running this code. ${lost}`),
    );
  }

  /** Stops the kernel. */
  async close(): Promise<void> {
    if (this.#status === "closed") return;
    const link = this.#link;
    const isBusy = this.#execution !== undefined || this.#status === "busy";
    this.#setStatus("closed");
    const error = new KernelError("closed", "The kernel was closed.");
    this.#execution?.fail(error);
    // Running code would delay the kernel's exit.
    if (isBusy) await link?.interrupt(closeTimeoutMs).catch(() => {});
    this.#lifetime.abort(error);
    this.#link = undefined;
    link?.close();
    await this.#opening?.catch(() => {});
    await link
      ?.shutdown(closeTimeoutMs)
      .catch((reason: unknown) => this.#parts.log("debug", `Kernel: ${messageOf(reason)}`));
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #runNow(code: string, { signal, listener }: RunOptions): Promise<RunResult> {
    const link = await untilAborted(this.#ready(), signal);
    const { clock, log } = this.#parts;
    const request = link.createExecuteRequest(code);
    const execution = new Execution(request.header.msg_id, link.services, clock, guarded(listener, log));
    const send = () => link.send(request);
    if (this.#notice !== "") execution.notice(this.#notice);
    this.#notice = "";
    this.#execution = execution;
    this.#dropped = () => void this.#reopenFor(link, execution, send);
    callSafely(() => listener?.started?.(), log);
    const cancel = () => void this.#cancel(link, execution, signal?.reason);
    const stopWatching = watchKernel(link, clock, () => {
      if (this.#link === link && this.#execution === execution) this.#hasDied("The server no longer has the kernel");
    });
    try {
      send();
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel, { once: true });
      await execution.done;
      if (signal?.aborted)
        throw new KernelError(
          "cancelled",
          "The run was cancelled. The code was interrupted; its variables were kept.",
          {
            cause: signal.reason,
          },
        );
      return execution.result();
    } finally {
      signal?.removeEventListener("abort", cancel);
      stopWatching();
      this.#execution = undefined;
      this.#dropped = () => {};
    }
  }

  /** Resolves to the connected kernel, started if necessary. */
  async #ready(): Promise<KernelLink> {
    this.#throwIfClosed();
    if (this.#opening !== undefined) return this.#opening;
    const link = this.#link;
    if (link === undefined) return this.#open(() => this.#start());
    if (link.isOpen) return link;
    return this.#open(async () => {
      try {
        await link.reopen();
      } catch (error) {
        if (!(error instanceof KernelError) || error.code !== "kernel-failed") throw error;
        this.#link = undefined;
        link.close();
        void link.shutdown().catch(() => {});
      }
      // Undefined when the kernel died in the meantime.
      return this.#link ?? this.#start();
    });
  }

  async #open(open: () => Promise<KernelLink>): Promise<KernelLink> {
    const opening = open();
    this.#opening = opening;
    try {
      return await opening;
    } finally {
      if (this.#opening === opening) this.#opening = undefined;
    }
  }

  async #start(): Promise<KernelLink> {
    const { server, clock } = this.#parts;
    this.#setStatus("starting");
    try {
      const { model, ended, ...parts } = await server(this.#lifetime.signal);
      const created: { link?: KernelLink } = {};
      const isCurrent = () => created.link !== undefined && this.#link === created.link;
      const options = { ...parts, clock, signal: this.#lifetime.signal };
      const link = await KernelLink.start(model, options, this.#eventsOf(isCurrent));
      created.link = link;
      this.#link = link;
      void ended?.then(() => {
        if (isCurrent()) this.#hasDied("The Jupyter server exited, and the kernel with it");
      });
      return link;
    } catch (error) {
      if (this.#status !== "closed") this.#setStatus("not started");
      throw error;
    }
  }

  #eventsOf(isCurrent: () => boolean): LinkEvents {
    return {
      message: (message) => {
        const { parent_header: parent } = message;
        if ("msg_id" in parent && parent.msg_id === this.#execution?.id) this.#execution.handle(message);
      },
      status: (status) => this.#setStatus(status),
      died: (isReplaced) => {
        const how = "The kernel died. It may have run out of memory or been killed";
        if (isCurrent()) this.#hasDied(how, isReplaced);
      },
      dropped: () => {
        if (isCurrent()) this.#dropped();
      },
      overflowed: () =>
        this.#execution?.add({
          type: "stream",
          name: "stderr",
          text: "\n[... one output of more than 256 MB omitted ...]\n",
        }),
    };
  }

  /**
   * Reconnects while code runs. Messages in transit are lost, so the kernel is sent a request: its response means that
   * it has processed all earlier messages.
   */
  async #reopenFor(link: KernelLink, execution: Execution, send: () => void): Promise<void> {
    const { clock, log } = this.#parts;
    const drop = ++this.#drops;
    execution.noteDrop();
    log("debug", "The connection to the kernel dropped while code was running. Reconnecting.");
    try {
      await link.reopen();
      if (this.#link !== link) return;
      await link.answers();
      // Responses and outputs arrive on different channels.
      await sleep(clock, lateOutputMs, this.#lifetime.signal);
    } catch (error) {
      const message = `${messageOf(error)} The code may still be running there.`;
      execution.fail(new KernelError("connection-lost", message, { cause: error }));
    }
    // Another drop in the meantime is handled by another call.
    if (execution.isOver || this.#execution !== execution || this.#drops !== drop) return;
    if (execution.hasStarted) execution.finishWithoutReply();
    else send();
  }

  #hasDied(how: string, isReplaced = false): void {
    this.#setStatus("not started");
    this.#notice = `[This is a new kernel because the previous one died. ${lost}]\n`;
    this.#parts.log("warn", `${how}.`);
    if (!isReplaced) {
      this.#link?.close();
      this.#link = undefined;
    }
    const next = "Its variables are lost. The next run starts a new kernel.";
    this.#execution?.fail(new KernelError("kernel-died", `${how}. ${next}`));
  }

  async #restart(error: KernelError): Promise<void> {
    const link = this.#link;
    if (link === undefined) {
      this.#execution?.fail(error);
      return;
    }
    this.#setStatus("restarting");
    const restarted = this.#open(async () => {
      try {
        await link.restart();
        return link;
      } catch (reason) {
        this.#parts.log("warn", `Can't restart the kernel: ${messageOf(reason)}. Starting a new one.`);
        if (this.#link === link) this.#link = undefined;
        link.close();
        void link.shutdown().catch(() => {});
        this.#throwIfClosed();
        return this.#start();
      }
    });
    // Called after the restart has begun, so that the next run waits for it.
    this.#execution?.fail(error);
    await restarted;
  }

  async #cancel(link: KernelLink, execution: Execution, reason: unknown): Promise<void> {
    const { clock, interruptPatienceMs, log } = this.#parts;
    const isOver = await interruptUntilOver(link, execution, clock, interruptPatienceMs, log);
    if (isOver || this.#status === "closed") return;
    const message = `The run was cancelled. The code didn't stop within ${interruptPatienceMs / 1000} s, so the kernel was restarted.`;
    this.#notice = `[The kernel was restarted because cancelled code didn't stop. ${lost}]\n`;
    await this.#restart(new KernelError("cancelled", `${message} ${lost}`, { cause: reason })).catch((error: unknown) =>
      log("warn", messageOf(error)),
    );
  }

  #throwIfClosed(): void {
    if (this.#status === "closed") throw new KernelError("closed", "The kernel was closed.");
  }

  #setStatus(status: KernelStatus): void {
    if (this.#status === status || this.#status === "closed") return;
    this.#status = status;
    for (const listener of this.#listeners) callSafely(() => listener(status), this.#parts.log);
  }
}
