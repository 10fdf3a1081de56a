/** Checks a client: opens a port, writes a lock, acts as an editor, and examines the log. */
import { clean, idOf, type Outcome, outcomeOf, resultOf, selectChecks } from "../check.js";
import { NotApplicable } from "../outcome.js";
import { type CheckResult, count, type Report } from "../report.js";
import type { CheckSummary } from "../run.js";

import { type ClientCheck, isLiveCheck } from "./check.js";
import { allClientChecks, liveChecks } from "./checks/index.js";
import { ScriptedEndpoint } from "./endpoint.js";
import { clientNameOf } from "./log-queries.js";
import { type ClientConformanceOptions, type ClientTimes, defaultClientTimes } from "./options.js";

/** The longest time that a timer in Node can wait. */
const maxMs = 2 ** 31 - 1;

/**
 * Lists all client checks in the order of a report.
 *
 * @example
 * for (const { name, title } of listClientChecks()) console.log(name, title);
 */
export function listClientChecks(): CheckSummary[] {
  return allClientChecks.map(({ name, title }) => ({ id: idOf(name), name, title, isSlow: false, writes: false }));
}

/** Returns the outcome of a check that threw; rethrows unexpected errors. */
function knownOutcome(error: unknown): Outcome {
  const outcome = outcomeOf(error);
  if (!outcome) throw error;
  return outcome;
}

class Run {
  readonly #endpoint: ScriptedEndpoint;
  readonly #options: ClientConformanceOptions;
  readonly #times: ClientTimes;
  readonly #checks: readonly ClientCheck[];
  readonly #results = new Map<string, CheckResult>();
  #isOver = false;

  constructor(
    endpoint: ScriptedEndpoint,
    options: ClientConformanceOptions,
    times: ClientTimes,
    checks: readonly ClientCheck[],
  ) {
    this.#endpoint = endpoint;
    this.#options = options;
    this.#times = times;
    this.#checks = checks;
  }

  /** Runs until the client has left, is idle, or the run is ended. */
  async play(): Promise<void> {
    const { finish, signal, timeoutMs, onStage } = this.#options;
    const end = () => {
      this.#isOver = true;
      this.#endpoint.waiters.close();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(end, Math.min(timeoutMs, maxMs));
    for (const source of [finish, signal]) {
      if (source?.aborted) end();
      source?.addEventListener("abort", end, { once: true });
    }
    try {
      onStage?.("waiting");
      if (!(await this.#hasConnected())) return;
      onStage?.("playing");
      for (const check of liveChecks)
        if (this.#checks.includes(check)) await this.#tryCheck(check, () => check.run(this.#endpoint.context));
      await this.#settle();
      if (this.#isOver) return;
      this.#endpoint.log.servingAt = this.#endpoint.now();
      onStage?.("serving");
      await this.#serve();
    } finally {
      clearTimeout(timer);
      for (const source of [finish, signal]) source?.removeEventListener("abort", end);
    }
  }

  async #hasConnected(): Promise<boolean> {
    const { waiters, log } = this.#endpoint;
    const connectMs = Math.min(this.#times.connectMs, maxMs);
    const first = await waiters.wait(() => log.connections[0], "", connectMs).catch(() => undefined);
    return first !== undefined;
  }

  async #tryCheck(check: ClientCheck, run: () => Promise<void>): Promise<void> {
    if (this.#isOver) return;
    const started = performance.now();
    const outcome = await run().then((): Outcome => ({ status: "pass" }), knownOutcome);
    // An interrupted wait says nothing about the client.
    if (!this.#isOver) this.#report(check, outcome, performance.now() - started);
  }

  /** After the live checks, the client may still be reconnecting. */
  async #settle(): Promise<void> {
    const { context } = this.#endpoint;
    await context.session().catch((error) => {
      if (!(error instanceof NotApplicable)) throw error;
    });
  }

  async #serve(): Promise<void> {
    const { waiters, now } = this.#endpoint;
    while (!this.#isOver) {
      const due = this.#end() - now();
      if (due <= 0) return;
      const before = this.#endpoint.activity;
      const hasActivity = () => (this.#endpoint.activity === before ? undefined : true);
      await waiters.wait(hasActivity, "", Math.min(due, maxMs)).catch(() => {});
    }
  }

  /** Returns the time at which the run ends if nothing more happens. */
  #end(): number {
    const { context, log, isBusy, now } = this.#endpoint;
    const quietMs = this.#options.quietMs ?? 10_000;
    if (isBusy) return now() + this.#times.reviewMs;
    if (context.current) return Math.max(context.lastActivity(), log.servingAt ?? 0) + quietMs;
    if (context.noReconnectReason !== undefined) return now();
    return (log.connections.at(-1)?.end?.at ?? now()) + this.#times.awayMs;
  }

  /** Closes the connection as a quitting editor does (CLN-02), which is the last thing to check. */
  async disconnect(): Promise<void> {
    const { current } = this.#endpoint.context;
    if (!current) return;
    current.close(1001, "The conformance run is over");
    await current.disconnected;
  }

  report(): Report {
    const { log, address } = this.#endpoint;
    for (const check of this.#checks) {
      if (isLiveCheck(check)) continue;
      let outcome: Outcome = { status: "pass" };
      try {
        check.check(log);
      } catch (error) {
        outcome = knownOutcome(error);
      }
      this.#report(check, outcome, 0);
    }
    const hasConnected = log.connections.length > 0;
    const why = hasConnected ? "the run ended before this was checked" : "the client didn't connect";
    for (const check of this.#checks)
      if (!this.#results.has(check.name)) this.#report(check, { status: "not-applicable", reason: why }, 0);
    const results = this.#checks.flatMap(({ name }) => this.#results.get(name) ?? []);
    const ideName = clean(clientNameOf(log) ?? (hasConnected ? "Unnamed client" : "No client"), log.token);
    return {
      target: { port: address.port, lockFile: address.lockFile, ideName },
      results,
      counts: count(results),
      durationMs: this.#endpoint.now(),
    };
  }

  #report(check: ClientCheck, outcome: Outcome, ms: number): void {
    const result = resultOf(check, outcome, this.#endpoint.log.token, ms);
    this.#results.set(check.name, result);
    this.#options.onResult?.(result);
  }
}

/**
 * Checks a client. The endpoint writes a lock file, waits until a client connects, does what an editor may do, and
 * then serves until the client leaves, is idle, or the run is ended. Checks of what the client didn't do don't apply.
 *
 * @example
 * const report = await runClientConformance({
 *   onReady: ({ configDir }) => void spawn("claude", ["--ide"], { env: { ...process.env, CLAUDE_CONFIG_DIR: configDir } }),
 * });
 * console.log(formatText(report));
 */
export async function runClientConformance(options: ClientConformanceOptions = {}): Promise<Report> {
  const { signal } = options;
  signal?.throwIfAborted();
  const checks = selectChecks(allClientChecks, options, "client check", "CON-03/masked");
  const times = { ...defaultClientTimes, ...options.times };
  await using endpoint = await ScriptedEndpoint.open(options, times);
  const run = new Run(endpoint, options, times, checks);
  await options.onReady?.(endpoint.address);
  await run.play();
  await run.disconnect();
  signal?.throwIfAborted();
  return run.report();
}
