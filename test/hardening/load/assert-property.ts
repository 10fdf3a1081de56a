/** `fc.assert` whose words stay readable: a counterexample may be megabytes of bytes. */
import fc from "fast-check";
import { howMany, isLong } from "../tally.js";

/** Always the same in `npm test`; other inputs in each long run, which names its seed when it fails. */
export const seed = isLong ? Date.now() % 2 ** 31 : 20_261_116;

const longestReport = 4000;
/** Below the test's own limit, so that what was found is told although the search for a smaller one goes on. */
const longestMs = howMany(50_000, 55 * 60_000);

/**
 * Fails with the seed, the shrunk counterexample and its cause.
 *
 * @example
 * await assertProperty(fc.asyncProperty(fc.string(), async (text) => expect(text).toBe(text)), { numRuns: 10 });
 */
export async function assertProperty<Ts>(property: fc.IRawProperty<Ts>, options: fc.Parameters<Ts>): Promise<void> {
  const limits = { seed, interruptAfterTimeLimit: longestMs, markInterruptAsFailure: true };
  const details = await fc.check(property, { ...limits, ...options });
  if (!details.failed) return;
  const report = fc.defaultReportMessage(details) ?? "A property failed";
  throw new Error(report.length > longestReport ? `${report.slice(0, longestReport)} …` : report, {
    cause: details.errorInstance,
  });
}
