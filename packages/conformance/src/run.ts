/** Runs the checks, one after the other, and collects what they find. */
import { messageOf } from "@tandem/base";
import { type Check, idOf, matches } from "./check.js";
import { allChecks } from "./checks/index.js";
import { CheckContext } from "./context.js";
import type { Facts } from "./facts.js";
import { FoundFacts } from "./find-facts.js";
import { type ConformanceOptions, type Settings, settingsOf } from "./options.js";
import { Failure, NotApplicable } from "./outcome.js";
import { type CheckResult, count, type Report } from "./report.js";
import { whyNotIn } from "./request-modes.js";
import { plain } from "./show.js";
import { type ResolvedTarget, resolveTarget, type Target } from "./target.js";

type Outcome = Pick<CheckResult, "status" | "expected" | "seen" | "reason">;

/**
 * A check as a list shows it.
 *
 * @example
 * const slow = listChecks().filter(({ isSlow }: CheckSummary) => isSlow);
 */
export interface CheckSummary {
  readonly id: string;
  readonly name: string;
  readonly title: string;
  readonly isSlow: boolean;
  readonly writes: boolean;
}

/**
 * Every check there is, in the order of a run.
 *
 * @example
 * for (const { name, title } of listChecks()) console.log(name, title);
 */
export function listChecks(): CheckSummary[] {
  return allChecks.map((check) => ({
    id: idOf(check.name),
    name: check.name,
    title: check.title,
    isSlow: check.slowSeconds !== undefined,
    writes: check.writes === true,
  }));
}

function select(options: ConformanceOptions): Check[] {
  for (const selector of [...(options.only ?? []), ...(options.skip ?? [])])
    if (!allChecks.some((check) => matches(check.name, selector)))
      throw new Error(`No check is called ${selector}. Name a section (CON), an id (CON-03) or a check (CON-03/ping).`);
  return allChecks.filter(
    (check) =>
      (options.only ?? [check.name]).some((selector) => matches(check.name, selector)) &&
      !(options.skip ?? []).some((selector) => matches(check.name, selector)),
  );
}

/** Those that make sense for an endpoint with which no handshake succeeds. */
function isBasic({ name }: Check): boolean {
  return /^(LCK|AUTH-01)|^CON-0[126]\/(loopback-only|port-range|echoed)$|^MCP-01\/result$/.test(name);
}

/** Why no session can be had, or undefined. Then nearly every check would fail for that one reason, each after a wait. */
async function whyNoSession(context: CheckContext): Promise<string | undefined> {
  try {
    await context.session();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? `expected ${error.expected}, seen ${error.seen}` : messageOf(error);
  } finally {
    await context.dispose();
  }
}

async function withheldBy(
  check: Check,
  options: ConformanceOptions,
  settings: Settings,
  facts: Facts,
): Promise<string | undefined> {
  if (check.slowSeconds !== undefined && !options.slow) return `needs --slow (about ${check.slowSeconds} s)`;
  if (check.writes && !settings.mayWrite) return "needs --may-write: it makes files in the workspace";
  if (!check.modes) return undefined;
  const mode = await facts.requestMode().catch(() => undefined);
  return mode === undefined || check.modes.includes(mode) ? undefined : whyNotIn(mode);
}

async function judge(check: Check, context: CheckContext): Promise<Outcome> {
  try {
    await check.run(context);
    return { status: "pass" };
  } catch (error) {
    if (error instanceof NotApplicable) return { status: "not-applicable", reason: error.reason };
    if (error instanceof Failure) return { status: "fail", expected: error.expected, seen: error.seen };
    return { status: "fail", expected: "the check to run to its end", seen: messageOf(error) };
  } finally {
    await context.dispose();
  }
}

/** What an endpoint says may hold its token; a report may be published (AUTH-04). */
function redact(outcome: Outcome, token: string | undefined): Outcome {
  const clean = (text: string) => plain(token ? text.replaceAll(token, "<token>") : text);
  return {
    status: outcome.status,
    ...(outcome.expected === undefined ? {} : { expected: clean(outcome.expected) }),
    ...(outcome.seen === undefined ? {} : { seen: clean(outcome.seen) }),
    ...(outcome.reason === undefined ? {} : { reason: clean(outcome.reason) }),
  };
}

function describeTarget(target: ResolvedTarget): Report["target"] {
  return {
    port: target.port,
    ...(target.lockFile === undefined ? {} : { lockFile: target.lockFile }),
    ...(target.lock?.ideName === undefined ? {} : { ideName: plain(target.lock.ideName) }),
  };
}

/**
 * Judges an endpoint. A failing check never stops the run; only a target whose port cannot be known, an unknown name
 * in `only` or `skip`, and the signal do.
 *
 * @example
 * const report = await runConformance({ lockFile }, { onResult: (result) => console.log(result.name, result.status) });
 * process.exitCode = report.counts.fail > 0 ? 1 : 0;
 */
export async function runConformance(target: Target, options: ConformanceOptions = {}): Promise<Report> {
  const { signal } = options;
  signal?.throwIfAborted();
  const checks = select(options);
  const settings = settingsOf(options);
  const resolved = await resolveTarget(target);
  const begun = performance.now();
  const open: Set<CheckContext> = new Set();
  const abort = () => {
    for (const context of open) context.abort();
  };
  const makeContext = (facts?: Facts) => {
    const context = new CheckContext(resolved, settings, facts);
    open.add(context);
    context.defer(() => {
      open.delete(context);
    });
    return context;
  };
  const facts = new FoundFacts(makeContext);
  const results: CheckResult[] = [];
  signal?.addEventListener("abort", abort, { once: true });
  try {
    // Whoever names checks wants those; a whole run of a first attempt at an endpoint must not take minutes.
    const standstill = options.only ? undefined : await whyNoSession(makeContext(facts));
    for (const check of checks) {
      signal?.throwIfAborted();
      const start = performance.now();
      const withheld =
        standstill !== undefined && !isBasic(check)
          ? `no session can be had (${standstill}): mend that first`
          : await withheldBy(check, options, settings, facts);
      const outcome: Outcome = withheld
        ? { status: "not-applicable", reason: withheld }
        : await judge(check, makeContext(facts));
      signal?.throwIfAborted();
      const result: CheckResult = {
        id: idOf(check.name),
        name: check.name,
        title: check.title,
        ...redact(outcome, resolved.token),
        durationMs: Math.round(performance.now() - start),
      };
      results.push(result);
      options.onResult?.(result);
    }
  } finally {
    signal?.removeEventListener("abort", abort);
  }
  return {
    target: describeTarget(resolved),
    results,
    counts: count(results),
    durationMs: Math.round(performance.now() - begun),
  };
}
