/**
 * The one place that installs process-wide handlers. Whatever ends the process, what a command opened is closed: in
 * order where there is time (a signal, a fault), at once where there is none (a second signal, `exit`).
 */
import { exitCodeOfSignal, exitCodes } from "./exit-codes.js";

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type EndingSignal = (typeof endingSignals)[number];

/** How long an orderly end may take, in ms. */
const patienceMs = 4000;

/** What a command may ask of the life of its process. */
export interface Life {
  /** Aborts when the process is about to end, for everything that waits. */
  readonly signal: AbortSignal;
  /** Closes something at an orderly end; what was opened last goes first. */
  defer(close: () => void | Promise<void>): void;
  /** Runs at every end of the process that leaves any time at all, so it must not wait for anything. */
  atExit(task: () => void): void;
  /** Gives signals to `taker` instead of ending: for a command that hands them on to another program. */
  takeSignals(taker: (signal: EndingSignal) => void): void;
  /** Asks for an orderly end. Asked a second time, there is none: the process exits at once. */
  end(exitCode: number): void;
}

export class Lifecycle implements Life {
  readonly #report: (fault: unknown) => void;
  readonly #closings: (() => void | Promise<void>)[] = [];
  readonly #lastTasks: (() => void)[] = [];
  readonly #ending = new AbortController();
  #signalTaker: ((signal: EndingSignal) => void) | undefined;
  #resolveAsked: (exitCode: number) => void = () => {};
  #isClosing = false;

  /** Resolves with an exit code when something other than the command itself wants the process to end. */
  readonly asked: Promise<number> = new Promise((resolve) => {
    this.#resolveAsked = resolve;
  });

  /** `report` is told of errors that nobody caught. */
  constructor(report: (fault: unknown) => void) {
    this.#report = report;
    for (const signal of endingSignals) process.on(signal, () => this.#signalled(signal));
    process.on("uncaughtException", (fault) => this.#failed(fault));
    process.on("unhandledRejection", (fault) => this.#failed(fault));
    process.on("exit", () => {
      for (const task of this.#lastTasks) task();
    });
  }

  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  defer(close: () => void | Promise<void>): void {
    if (this.#isClosing) void close();
    else this.#closings.push(close);
  }

  atExit(task: () => void): void {
    this.#lastTasks.push(task);
  }

  takeSignals(taker: (signal: EndingSignal) => void): void {
    this.#signalTaker = taker;
  }

  end(exitCode: number): void {
    if (this.signal.aborted) process.exit(exitCode);
    this.#ending.abort(new Error("The command was ended"));
    this.#resolveAsked(exitCode);
  }

  /** Closes what was opened. It neither fails nor takes for ever, since the process ends after it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#ending.abort(new Error("The command has ended"));
    const timer = new AbortController();
    const tooLong = new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, patienceMs);
      timer.signal.addEventListener("abort", () => clearTimeout(timeout));
    });
    await Promise.race([this.#closeAll(), tooLong]);
    timer.abort();
  }

  async #closeAll(): Promise<void> {
    for (const close of this.#closings.splice(0).reverse()) {
      try {
        await close();
      } catch (fault) {
        this.#report(fault);
      }
    }
  }

  #signalled(signal: EndingSignal): void {
    if (this.#signalTaker && !this.signal.aborted) this.#signalTaker(signal);
    else this.end(exitCodeOfSignal(signal));
  }

  #failed(fault: unknown): void {
    this.#report(fault);
    this.end(exitCodes.fault);
  }
}
