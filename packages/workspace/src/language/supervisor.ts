/** Keeps a server alive: starts it, starts it again with growing pauses when it ends, and gives up when it will not stay. */

import { type Clock, type LogSink, messageOf, Waiters } from "@tandem/base";
import { explainExit } from "./server-process.js";
import type { Session } from "./session.js";

/** `waiting` is the pause before the next start; `failed` is given up, until somebody restarts it. */
export type ServerState = "starting" | "running" | "waiting" | "failed" | "stopped";

/**
 * The pause before each new start, in ms. Then no more.
 *
 * @example
 * const givenUpAfter = restartDelays.reduce((sum, ms) => sum + ms); // 15.5 s
 */
export const restartDelays: readonly number[] = [500, 1000, 2000, 4000, 8000];

/** A server that ran for this long is worth all the pauses again. */
const steadyMs = 60_000;

export interface SupervisorOptions {
  readonly name: string;
  readonly start: (signal: AbortSignal) => Promise<Session>;
  readonly onStarted: (session: Session) => void;
  readonly onState: () => void;
  readonly clock: Clock;
  readonly log: LogSink;
}

export class Supervisor {
  readonly #options: SupervisorOptions;
  readonly #stopping = new AbortController();
  readonly #waiters = new Waiters();
  #running: Promise<void> | undefined;
  #state: ServerState = "starting";
  #session: Session | undefined;
  #restarts = 0;
  #failures = 0;
  #lastError: string | undefined;
  #wake = () => {};

  constructor(options: SupervisorOptions) {
    this.#options = options;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Undefined unless it runs. */
  get session(): Session | undefined {
    return this.#state === "running" ? this.#session : undefined;
  }

  get restarts(): number {
    return this.#restarts;
  }

  get lastError(): string | undefined {
    return this.#lastError;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** The session once it runs; undefined when the signal aborts before that, or there will be none. */
  async ready(signal: AbortSignal): Promise<Session | undefined> {
    while (!signal.aborted) {
      if (this.session) return this.session;
      if (this.#state === "failed" || this.#state === "stopped") return undefined;
      await this.#waiters.wait(signal);
    }
    return undefined;
  }

  /** Begins anew, with all pauses ahead of it again. */
  restart(): void {
    this.#failures = 0;
    if (this.#session && this.#state === "running") void this.#session.stop();
    else this.#wake();
  }

  async stop(): Promise<void> {
    this.#stopping.abort(new Error("The language servers are being stopped"));
    this.#wake();
    await this.#session?.stop();
    await this.#running;
    this.#enter("stopped");
  }

  async #run(): Promise<void> {
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      this.#enter("starting");
      const { clock } = this.#options;
      const ending = await this.#live(signal);
      if (signal.aborted) return;
      this.#session = undefined;
      if (ending.startedAt !== undefined && clock.now() - ending.startedAt >= steadyMs) this.#failures = 0;
      await this.#pause(ending.why, signal);
      this.#restarts++;
    }
  }

  /** One life, from start to end. */
  async #live(signal: AbortSignal): Promise<{ readonly why: string; readonly startedAt?: number }> {
    const { start, onStarted, clock } = this.#options;
    try {
      const session = await start(signal);
      this.#session = session;
      const startedAt = clock.now();
      if (signal.aborted) {
        await session.stop();
        return { why: "stopped", startedAt };
      }
      onStarted(session);
      this.#enter("running");
      const exit = await session.exited;
      const said = session.lastErrors;
      return { why: `${explainExit(exit)}${said === "" ? "" : `. Its last words: ${said}`}`, startedAt };
    } catch (error) {
      return { why: `did not start: ${messageOf(error)}` };
    }
  }

  async #pause(why: string, signal: AbortSignal): Promise<void> {
    const { name, clock, log } = this.#options;
    this.#lastError = `${name} ${why}`;
    const delay = restartDelays[this.#failures++];
    let cancel = () => {};
    const over = new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (delay !== undefined) cancel = clock.after(delay, resolve);
    });
    if (signal.aborted) this.#wake();
    if (delay === undefined) {
      log({
        level: "error",
        message: `${this.#lastError}. It has been started ${restartDelays.length + 1} times and is given up; restart it when the reason is mended`,
      });
      this.#enter("failed");
    } else {
      log({ level: "warn", message: `${this.#lastError}. It is started again in ${delay / 1000} s` });
      this.#enter("waiting");
    }
    await over;
    cancel();
    this.#wake = () => {};
  }

  #enter(state: ServerState): void {
    this.#state = state;
    this.#waiters.wakeAll();
    this.#options.onState();
  }
}
