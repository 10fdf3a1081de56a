/** `fc.assert` whose words stay readable: a counterexample may be megabytes of bytes. */
import fc from "fast-check";
import { howMany } from "../tally.js";

const longestReport = 4000;
/** Below the test's own limit, so that what was found is told although the search for a smaller one goes on. */
const longestMs = howMany(50_000, 55 * 60_000);

/**
 * Fails with the seed, the shrunk counterexample and its cause.
 *
 * @example
 * await assertProperty(fc.asyncProperty(fc.string(), async (text) => expect(text).toBe(text)), { seed: 1, numRuns: 10 });
 */
export async function assertProperty<Ts>(property: fc.IRawProperty<Ts>, options: fc.Parameters<Ts>): Promise<void> {
  const limits = { interruptAfterTimeLimit: longestMs, markInterruptAsFailure: true };
  const details = await fc.check(property, { ...limits, ...options });
  if (!details.failed) return;
  const report = fc.defaultReportMessage(details) ?? "A property failed";
  throw new Error(report.length > longestReport ? `${report.slice(0, longestReport)} …` : report, {
    cause: details.errorInstance,
  });
}
