/** A reporter for vitest that writes only counts and titles, for scripts/vitest-results.mjs; it prints nothing. */
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** As many lines of an error as say what it is about. */
const shownLines = 12;

/**
 * Its name, and why it failed: whoever sees only the end of a long output has to know.
 *
 * @param {string} name
 * @param {readonly import("vitest").TestError[]} [errors]
 */
function withReason(name, errors = []) {
  const reasons = errors.flatMap(({ message, diff, stacks = [] }) => {
    const lines = stripVTControlCharacters(`${message}\n${diff ?? ""}`).split("\n");
    const [at] = stacks;
    return [
      ...lines.filter((line) => line.trim() !== "").slice(0, shownLines),
      ...(at ? [`at ${at.file}:${at.line}`] : []),
    ];
  });
  return [name, ...reasons.map((line) => `    ${line}`)].join("\n");
}

export default class CountReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], shakyTitles: [] };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (test.diagnostic()?.flaky) counts.shakyTitles.push(withReason(test.fullName, errors));
        if (state === "passed") counts.passed++;
        else if (state === "failed") {
          failedHere++;
          counts.failedTitles.push(withReason(test.fullName, errors));
        } else {
          counts.skipped++;
          counts.skippedTitles.push(test.fullName);
        }
      }
      // A file that could not be loaded has no tests, and must not vanish from the count.
      if (module.state() === "failed" && failedHere === 0) {
        failedHere = 1;
        counts.failedTitles.push(withReason(module.relativeModuleId, module.errors()));
      }
      counts.failed += failedHere;
    }
    writeFileSync(process.env.TANDEM_COUNTS_FILE, JSON.stringify(counts));
  }
}
