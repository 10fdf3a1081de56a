/** `fc.assert` with short failure messages, because a counterexample may be megabytes long. */
import fc from "fast-check";
import { isLong, scaled } from "../tally.js";

/** The same inputs in each `npm test`, and different ones in each long run, which prints its seed when it fails. */
export const seed = isLong ? Date.now() % 2 ** 31 : 20_261_116;

const maxReportLength = 4000;
/** Below the test's time limit, so that a counterexample is reported even if shrinking isn't done. */
const maxMs = scaled(50_000, 55 * 60_000);

/**
 * Fails with the seed, the shrunk counterexample and its cause.
 *
 * @example
 * await assertProperty(fc.asyncProperty(fc.string(), async (text) => expect(text).toBe(text)), { numRuns: 10 });
 */
export async function assertProperty<Ts>(property: fc.IRawProperty<Ts>, options: fc.Parameters<Ts>): Promise<void> {
  const limits = { seed, interruptAfterTimeLimit: maxMs, markInterruptAsFailure: true };
  const details = await fc.check(property, { ...limits, ...options });
  if (!details.failed) return;
  const report = fc.defaultReportMessage(details) ?? "A property failed";
  throw new Error(report.length > maxReportLength ? `${report.slice(0, maxReportLength)} …` : report, {
    cause: details.errorInstance,
  });
}
