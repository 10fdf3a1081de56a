/** Runs the checks, one after the other, and collects what they find. */
import { messageOf } from "@tandem-ide/base";
import { type Check, clean, idOf, type Outcome, outcomeOf, resultOf, selectChecks } from "./check.js";
import { allChecks } from "./checks/index.js";
import { CheckContext, Facts } from "./context.js";
import { type ConformanceOptions, type Settings, settingsOf } from "./options.js";
import { Failure } from "./outcome.js";
import { type CheckResult, count, type Report } from "./report.js";
import { whyNotApplicable } from "./request-modes.js";

import { type ResolvedTarget, resolveTarget, type Target } from "./target.js";

/**
 * A check in a list.
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
 * Lists all checks in the order they run.
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

/** Checks that apply even if no handshake succeeds. */
function isBasic({ name }: Check): boolean {
  return /^(LCK|AUTH-01)|^CON-0[126]\/(loopback-only|port-range|echoed)$|^MCP-01\/result$/.test(name);
}

/** Returns why no session can be opened, or undefined. Nearly every check would time out for that one reason. */
async function whyNoSession(context: CheckContext): Promise<string | undefined> {
  try {
    await context.session();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? `expected ${error.expected}, saw ${error.seen}` : messageOf(error);
  } finally {
    await context.dispose();
  }
}

async function skipReason(
  check: Check,
  options: ConformanceOptions,
  settings: Settings,
  facts: Facts,
): Promise<string | undefined> {
  if (check.slowSeconds !== undefined && !options.slow) return `needs --slow (about ${check.slowSeconds} s)`;
  if (check.writes && !settings.mayWrite) return "needs --may-write: it creates files in the workspace";
  if (!check.modes) return undefined;
  const mode = await facts.requestMode().catch(() => undefined);
  return mode === undefined || check.modes.includes(mode) ? undefined : whyNotApplicable[mode];
}

async function runCheck(check: Check, context: CheckContext): Promise<Outcome> {
  try {
    await check.run(context);
    return { status: "pass" };
  } catch (error) {
    return outcomeOf(error) ?? { status: "fail", expected: "the check to finish", seen: messageOf(error) };
  } finally {
    await context.dispose();
  }
}

function describeTarget({ port, lockFile, lock }: ResolvedTarget): Report["target"] {
  return {
    port,
    ...(lockFile !== undefined && { lockFile }),
    ...(lock?.ideName !== undefined && { ideName: clean(lock.ideName, undefined) }),
  };
}

/**
 * Checks an endpoint. Failing checks don't stop the run; it only rejects if the port is unknown, if a name in `only` or
 * `skip` is unknown, or if the signal aborts.
 *
 * @example
 * const report = await runConformance({ lockFile }, { onResult: (result) => console.log(result.name, result.status) });
 * process.exitCode = report.counts.fail > 0 ? 1 : 0;
 */
export async function runConformance(target: Target, options: ConformanceOptions = {}): Promise<Report> {
  const { signal } = options;
  signal?.throwIfAborted();
  const checks = selectChecks(allChecks, options, "check", "CON-03/ping");
  const settings = settingsOf(options);
  const resolved = await resolveTarget(target);
  const started = performance.now();
  const open = new Set<CheckContext>();
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
  const facts = new Facts(makeContext);
  const results: CheckResult[] = [];
  signal?.addEventListener("abort", abort, { once: true });
  try {
    // Checks selected by name always run, but a full run against an unfinished endpoint must not take minutes.
    const noSession = options.only ? undefined : await whyNoSession(makeContext(facts));
    for (const check of checks) {
      signal?.throwIfAborted();
      const start = performance.now();
      const skipped =
        noSession !== undefined && !isBasic(check)
          ? `no session can be opened (${noSession}); fix that first`
          : await skipReason(check, options, settings, facts);
      const outcome: Outcome = skipped
        ? { status: "not-applicable", reason: skipped }
        : await runCheck(check, makeContext(facts));
      signal?.throwIfAborted();
      const result = resultOf(check, outcome, resolved.token, performance.now() - start);
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
    durationMs: Math.round(performance.now() - started),
  };
}
