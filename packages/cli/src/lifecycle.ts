/**
 * Installs all process-wide handlers. However the process ends, everything that a command opened is closed: cleanly if
 * there is time (a signal, an internal error), immediately if not (a second signal, `exit`).
 */
import { exitCodeOfSignal, exitCodes } from "./exit-codes.js";

const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
export type EndingSignal = (typeof endingSignals)[number];

/** How long a clean shutdown may take. */
const shutdownMs = 4000;

/** The lifecycle of the process, for commands. */
export interface Life {
  /** Aborts when the process is about to end. */
  readonly signal: AbortSignal;
  /** Closes something at a clean shutdown, in reverse order. */
  defer(close: () => void | Promise<void>): void;
  /** Runs a synchronous task however the process ends. */
  atExit(task: () => void): void;
  /** Passes signals to `handler` instead of ending, for a command that forwards them to another program. */
  takeSignals(handler: (signal: EndingSignal) => void): void;
  /** Starts a clean shutdown. A second call exits immediately. */
  end(exitCode: number): void;
}

export class Lifecycle implements Life {
  readonly #report: (fault: unknown) => void;
  readonly #closings: (() => void | Promise<void>)[] = [];
  readonly #lastTasks: (() => void)[] = [];
  readonly #ending = new AbortController();
  #signalHandler: ((signal: EndingSignal) => void) | undefined;
  #resolveExitRequested: (exitCode: number) => void = () => {};
  #isClosing = false;

  /** Resolves with an exit code when something other than the command ends the process. */
  readonly exitRequested: Promise<number> = new Promise((resolve) => {
    this.#resolveExitRequested = resolve;
  });

  /** `report` is called with uncaught errors. */
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

  takeSignals(handler: (signal: EndingSignal) => void): void {
    this.#signalHandler = handler;
  }

  end(exitCode: number): void {
    if (this.signal.aborted) process.exit(exitCode);
    this.#ending.abort(new Error("The command was interrupted"));
    this.#resolveExitRequested(exitCode);
  }

  /** Closes everything. Never rejects and has a time limit, because the process ends after it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#ending.abort(new Error("The command has ended"));
    const timer = new AbortController();
    const tooLong = new Promise<void>((resolve) => {
      const timeout = setTimeout(resolve, shutdownMs);
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
    if (this.#signalHandler && !this.signal.aborted) this.#signalHandler(signal);
    else this.end(exitCodeOfSignal(signal));
  }

  #failed(fault: unknown): void {
    this.#report(fault);
    this.end(exitCodes.fault);
  }
}
