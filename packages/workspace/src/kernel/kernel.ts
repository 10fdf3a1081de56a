/** One Python kernel: runs code, one piece at a time, and keeps its variables in between. */

import { messageOf, sleep } from "@tandem/base";
import { KernelError } from "./errors.js";
import { Execution, type RunResult } from "./execution.js";
import { KernelLink } from "./kernel-link.js";
import type { KernelParts, KernelStatus, RunOptions } from "./kernel-parts.js";
import type { LinkEvents } from "./link-parts.js";
import { callSafely, guarded } from "./listeners.js";
import { interruptUntilOver, lookAfter } from "./running-code.js";
import { Turns } from "./turns.js";
import { untilAborted } from "./waiting.js";

/** How long after an answer the outputs that were made before it may come. */
const straggleMs = 1_000;

/** A server that has not answered by then will not hold up the end of whoever closes the kernel. */
const closePatienceMs = 5_000;

const lost = "The variables of earlier runs are gone.";

/**
 * A kernel, started when code is first run. Made by `createKernels`.
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
  /** What to do when the connection drops; without code that runs, nothing before the next run. */
  #dropped = () => {};
  #drops = 0;
  /** What the next run has to be told first. */
  #notice = "";

  constructor(parts: KernelParts) {
    this.#parts = parts;
  }

  get status(): KernelStatus {
    return this.#status;
  }

  /** Calls the listener with each new status; the function that is returned ends that. */
  onStatusChanged(listener: (status: KernelStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Runs code after all that was given before it. An exception that the code raises is part of the result; the promise is
   * rejected, with a `KernelError`, when the code could not run to an end of its own.
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

  /** Interrupts the running code, as Ctrl-C does: it ends with a KeyboardInterrupt, and variables are kept. */
  async interrupt(): Promise<void> {
    await this.#link?.interrupt();
  }

  /** Ends what runs and starts anew, without variables. What waits for its turn runs afterwards. */
  async restart(): Promise<void> {
    this.#throwIfClosed();
    if (this.#link !== undefined) this.#notice = `[The user restarted the kernel. ${lost}]\n`;
    await this.#restart(new KernelError("restarted", `The user restarted the kernel while it ran this code. ${lost}`));
  }

  /** Ends the kernel. */
  async close(): Promise<void> {
    if (this.#status === "closed") return;
    const link = this.#link;
    const isBusy = this.#execution !== undefined || this.#status === "busy";
    this.#setStatus("closed");
    const error = new KernelError("closed", "The kernel was closed.");
    this.#execution?.fail(error);
    // Code that runs would hold up the kernel's end.
    if (isBusy) await link?.interrupt(closePatienceMs).catch(() => {});
    this.#lifetime.abort(error);
    this.#link = undefined;
    link?.close();
    await this.#opening?.catch(() => {});
    await link
      ?.shutdown(closePatienceMs)
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
    const stopLooking = lookAfter(link, clock, () => {
      if (this.#link === link && this.#execution === execution) this.#hasDied("The server has no such kernel any more");
    });
    try {
      send();
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel, { once: true });
      await execution.done;
      if (signal?.aborted)
        throw new KernelError("cancelled", "The run was cancelled: the code was interrupted, its variables are kept.", {
          cause: signal.reason,
        });
      return execution.result();
    } finally {
      signal?.removeEventListener("abort", cancel);
      stopLooking();
      this.#execution = undefined;
      this.#dropped = () => {};
    }
  }

  /** The kernel, started and reached. */
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
      // Undefined when it has died while nobody looked.
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
    const { home, clock } = this.#parts;
    this.#setStatus("starting");
    try {
      const { model, ended, ...parts } = await home(this.#lifetime.signal);
      const created: { link?: KernelLink } = {};
      const isCurrent = () => created.link !== undefined && this.#link === created.link;
      const options = { ...parts, clock, signal: this.#lifetime.signal };
      const link = await KernelLink.start(model, options, this.#eventsOf(isCurrent));
      created.link = link;
      this.#link = link;
      void ended?.then(() => {
        if (isCurrent()) this.#hasDied("The Jupyter server ended, and the kernel with it");
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
        const how = "The kernel died: perhaps it needed more memory than there is, or was killed";
        if (isCurrent()) this.#hasDied(how, isReplaced);
      },
      dropped: () => {
        if (isCurrent()) this.#dropped();
      },
      overflowed: () =>
        this.#execution?.add({
          type: "stream",
          name: "stderr",
          text: "\n[... one output of more than 256 MB left out ...]\n",
        }),
    };
  }

  /**
   * The connection dropped while code runs: the code goes on, and so shall the news of it. What was on the way when it
   * dropped is lost, so the kernel is asked something: when it answers, it has done all that it got before.
   */
  async #reopenFor(link: KernelLink, execution: Execution, send: () => void): Promise<void> {
    const { clock, log } = this.#parts;
    const drop = ++this.#drops;
    execution.noteDrop();
    log("debug", "The connection to the kernel dropped while code runs; it is made again.");
    try {
      await link.reopen();
      if (this.#link !== link) return;
      await link.answers();
      // Answers and outputs come by different ways.
      await sleep(clock, straggleMs, this.#lifetime.signal);
    } catch (error) {
      const words = `${messageOf(error)} The code may still be running there.`;
      execution.fail(new KernelError("connection-lost", words, { cause: error }));
    }
    // When it dropped once more meanwhile, that has its own care.
    if (execution.isOver || this.#execution !== execution || this.#drops !== drop) return;
    if (execution.hasBegun) execution.finishWithoutWord();
    else send();
  }

  #hasDied(how: string, isReplaced = false): void {
    this.#setStatus("not started");
    this.#notice = `[This is a new kernel, because the earlier one died. ${lost}]\n`;
    this.#parts.log("warn", `${how}.`);
    if (!isReplaced) {
      this.#link?.close();
      this.#link = undefined;
    }
    const next = "Its variables are lost; the next run starts a new kernel.";
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
        this.#parts.log("warn", `The kernel could not be restarted: ${messageOf(reason)}. A new one is started.`);
        if (this.#link === link) this.#link = undefined;
        link.close();
        void link.shutdown().catch(() => {});
        this.#throwIfClosed();
        return this.#start();
      }
    });
    // After the restart has begun, so that what comes next waits for it.
    this.#execution?.fail(error);
    await restarted;
  }

  async #cancel(link: KernelLink, execution: Execution, reason: unknown): Promise<void> {
    const { clock, interruptPatienceMs, log } = this.#parts;
    const isOver = await interruptUntilOver(link, execution, clock, interruptPatienceMs, log);
    if (isOver || this.#status === "closed") return;
    const words = `The run was cancelled. The code did not stop within ${interruptPatienceMs / 1000} s, so the kernel was restarted.`;
    this.#notice = `[The kernel was restarted, because cancelled code did not stop. ${lost}]\n`;
    await this.#restart(new KernelError("cancelled", `${words} ${lost}`, { cause: reason })).catch((error: unknown) =>
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
