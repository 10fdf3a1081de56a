/** Keeps a server running: restarts it with increasing delays when it exits, and gives up after several failures. */

import { type Clock, Condition, type LogSink, messageOf } from "@tandem-ide/base";
import { explainExit } from "./server-process.js";
import type { Session } from "./session.js";

/** `waiting`: the delay before the next start. `failed`: gave up, until the user restarts it. */
export type ServerState = "starting" | "running" | "waiting" | "failed" | "stopped";

/**
 * The delays before each restart, in ms. After the last one the server is given up.
 *
 * @example
 * const givenUpAfter = restartDelays.reduce((sum, ms) => sum + ms); // 15.5 s
 */
export const restartDelays: readonly number[] = [500, 1000, 2000, 4000, 8000];

/** After a server has run for this time, in ms, its failures no longer count. */
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
  readonly #waiters = new Condition();
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

  /** Undefined unless the server is running. */
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

  /** Resolves to the session when the server runs, or to undefined when the signal aborts or the server was given up. */
  async ready(signal: AbortSignal): Promise<Session | undefined> {
    while (!signal.aborted) {
      if (this.session) return this.session;
      if (this.#state === "failed" || this.#state === "stopped") return undefined;
      await this.#waiters.wait(signal);
    }
    return undefined;
  }

  /** Restarts the server and resets the delays. */
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

  /** Runs the server once, from start to exit. */
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
      return { why: `${explainExit(exit)}${session.lastOutput}`, startedAt };
    } catch (error) {
      return { why: `didn't start: ${messageOf(error)}` };
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
        message: `${this.#lastError}. Gave up after ${restartDelays.length + 1} starts. Fix the cause and restart it`,
      });
      this.#enter("failed");
    } else {
      log({ level: "warn", message: `${this.#lastError}. Restarting in ${delay / 1000} s` });
      this.#enter("waiting");
    }
    await over;
    cancel();
    this.#wake = () => {};
  }

  #enter(state: ServerState): void {
    this.#state = state;
    this.#waiters.notifyAll();
    this.#options.onState();
  }
}
