/** Judges a client: opens a port, announces it, plays its part, and reads what was written down. */
import { idOf, matches } from "../check.js";
import { Failure, NotApplicable } from "../outcome.js";
import { type CheckResult, count, type Report } from "../report.js";
import type { CheckSummary } from "../run.js";
import { plain } from "../show.js";
import { type ClientCheck, isScene, type Scene } from "./check.js";
import { allClientChecks, clientScenes } from "./checks/index.js";
import { ScriptedEndpoint } from "./endpoint.js";
import { type ClientConformanceOptions, type ClientTimes, defaultClientTimes } from "./options.js";
import { clientNameOf } from "./reading.js";

type Outcome = Pick<CheckResult, "status" | "expected" | "seen" | "reason">;

/** What a timer of Node can hold; a longer time it takes for none. */
const longestMs = 2 ** 31 - 1;

/**
 * Every check of a client, in the order of a report.
 *
 * @example
 * for (const { name, title } of listClientChecks()) console.log(name, title);
 */
export function listClientChecks(): CheckSummary[] {
  return allClientChecks.map(({ name, title }) => ({ id: idOf(name), name, title, isSlow: false, writes: false }));
}

function select({ only, skip = [] }: ClientConformanceOptions): ClientCheck[] {
  for (const selector of [...(only ?? []), ...skip])
    if (!allClientChecks.some((check) => matches(check.name, selector)))
      throw new Error(
        `No check of a client is called ${selector}. Name a section (CON), an id (CON-03) or a check (CON-03/masked).`,
      );
  return allClientChecks.filter(
    ({ name }) =>
      (only ?? [name]).some((selector) => matches(name, selector)) && !skip.some((selector) => matches(name, selector)),
  );
}

function outcomeOf(error: unknown): Outcome {
  if (error instanceof NotApplicable) return { status: "not-applicable", reason: error.reason };
  if (error instanceof Failure) return { status: "fail", expected: error.expected, seen: error.seen };
  throw error;
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

  /** Plays until the client has left, is quiet, or the run is ended. */
  async play(): Promise<void> {
    const { finish, signal, timeoutMs, onStage } = this.#options;
    const end = () => {
      this.#isOver = true;
      this.#endpoint.room.close();
    };
    const timer = timeoutMs === undefined ? undefined : setTimeout(end, Math.min(timeoutMs, longestMs));
    for (const source of [finish, signal]) {
      if (source?.aborted) end();
      source?.addEventListener("abort", end, { once: true });
    }
    try {
      onStage?.("waiting");
      if (!(await this.#hasCome())) return;
      onStage?.("playing");
      for (const scene of clientScenes) if (this.#checks.includes(scene)) await this.#perform(scene);
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

  async #hasCome(): Promise<boolean> {
    const { room, log } = this.#endpoint;
    const first = () => log.connections[0];
    return (
      (await room.wait(first, "", Math.min(this.#times.connectMs, longestMs)).catch(() => undefined)) !== undefined
    );
  }

  async #perform(check: Scene): Promise<void> {
    if (this.#isOver) return;
    const started = performance.now();
    let outcome: Outcome = { status: "pass" };
    try {
      await check.play(this.#endpoint.stage);
    } catch (error) {
      outcome = outcomeOf(error);
    }
    // A wait that was cut short says nothing about the client.
    if (!this.#isOver) this.#tell(check, outcome, performance.now() - started);
  }

  /** After the scenes the client may be on its way back. */
  async #settle(): Promise<void> {
    const { stage } = this.#endpoint;
    await stage.session().catch((error) => {
      if (!(error instanceof NotApplicable)) throw error;
    });
  }

  async #serve(): Promise<void> {
    const { room, now } = this.#endpoint;
    while (!this.#isOver) {
      const due = this.#end() - now();
      if (due <= 0) return;
      const before = this.#endpoint.activity;
      const hasMoved = () => (this.#endpoint.activity === before ? undefined : true);
      await room.wait(hasMoved, "", Math.min(due, longestMs)).catch(() => {});
    }
  }

  /** When the run is over if nothing more comes. */
  #end(): number {
    const { stage, log, isBusy, now } = this.#endpoint;
    const quietMs = this.#options.quietMs ?? 10_000;
    if (isBusy) return now() + this.#times.reviewMs;
    if (stage.current) return Math.max(stage.lastWord(), log.servingAt ?? 0) + quietMs;
    if (stage.whyGone !== undefined) return now();
    return (log.connections.at(-1)?.end?.at ?? now()) + this.#times.awayMs;
  }

  /** Says goodbye as an editor does that ends (CLN-02), which is the last thing to be judged. */
  async leave(): Promise<void> {
    const { current } = this.#endpoint.stage;
    if (!current) return;
    current.close(1001, "The conformance run is over");
    await current.gone;
  }

  judge(): Report {
    const { log, place } = this.#endpoint;
    for (const check of this.#checks) {
      if (isScene(check)) continue;
      let outcome: Outcome = { status: "pass" };
      try {
        check.judge(log);
      } catch (error) {
        outcome = outcomeOf(error);
      }
      this.#tell(check, outcome, 0);
    }
    const isThere = log.connections.length > 0;
    const why = isThere ? "the run was ended before this could be tried" : "there was no connection to try it on";
    for (const check of this.#checks)
      if (!this.#results.has(check.name)) this.#tell(check, { status: "not-applicable", reason: why }, 0);
    const results = this.#checks.flatMap(({ name }) => this.#results.get(name) ?? []);
    const ideName = this.#clean(clientNameOf(log) ?? (isThere ? "A client without a name" : "No client"));
    return {
      target: { port: place.port, lockFile: place.lockFile, ideName },
      results,
      counts: count(results),
      durationMs: this.#endpoint.now(),
    };
  }

  /** What a client says may hold the token, be it in its name, and a report may be published (AUTH-04). */
  #clean(text: string): string {
    return plain(text.replaceAll(this.#endpoint.log.token, "<token>"));
  }

  #tell({ name, title }: ClientCheck, outcome: Outcome, ms: number): void {
    const result: CheckResult = {
      id: idOf(name),
      name,
      title,
      status: outcome.status,
      ...(outcome.expected !== undefined && { expected: this.#clean(outcome.expected) }),
      ...(outcome.seen !== undefined && { seen: this.#clean(outcome.seen) }),
      ...(outcome.reason !== undefined && { reason: this.#clean(outcome.reason) }),
      durationMs: Math.round(ms),
    };
    this.#results.set(name, result);
    this.#options.onResult?.(result);
  }
}

/**
 * Judges a client. The endpoint writes a lock file, waits until a client connects, does what an editor may do to it, and
 * then serves until the client leaves, is quiet, or the run is ended. What the client did not do does not apply.
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
  const checks = select(options);
  const times = { ...defaultClientTimes, ...options.times };
  await using endpoint = await ScriptedEndpoint.open(options, times);
  const run = new Run(endpoint, options, times, checks);
  await options.onReady?.(endpoint.place);
  await run.play();
  await run.leave();
  signal?.throwIfAborted();
  return run.judge();
}
