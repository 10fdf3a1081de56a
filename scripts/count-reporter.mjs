/** A reporter for vitest that writes only counts and titles, for scripts/vitest-results.mjs; it prints nothing. */
import { writeFileSync } from "node:fs";

export default class CountReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], shakyTitles: [] };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (test.diagnostic()?.flaky) counts.shakyTitles.push(test.fullName);
        if (state === "passed") counts.passed++;
        else if (state === "failed") {
          failedHere++;
          counts.failedTitles.push(test.fullName);
        } else {
          counts.skipped++;
          counts.skippedTitles.push(test.fullName);
        }
      }
      // A file that could not be loaded has no tests, and must not vanish from the count.
      if (module.state() === "failed" && failedHere === 0) {
        failedHere = 1;
        counts.failedTitles.push(module.relativeModuleId);
      }
      counts.failed += failedHere;
    }
    writeFileSync(process.env.TANDEM_COUNTS_FILE, JSON.stringify(counts));
  }
}
