/** A Vitest reporter that writes counts and titles to a file for scripts/vitest-results.mjs. */
import { writeFileSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";

/** The number of lines to show of an error, and of what its fixtures add (test/on-failure.ts). */
const shownLines = { error: 12, facts: 60 };

/**
 * Returns the name of a test with its errors, so that the end of a long output explains the failure.
 *
 * @param {string} name
 * @param {readonly import("vitest").TestError[]} [errors]
 */
function withReason(name, errors = []) {
  const reasons = errors.flatMap(({ message, diff, stacks = [] }) => {
    const [first = "", ...facts] = stripVTControlCharacters(message).split("\n\n");
    const linesOf = (text, count) => {
      const lines = text.split("\n").filter((line) => line.trim() !== "");
      return lines.slice(0, count);
    };
    const [at] = stacks;
    return [
      ...linesOf(`${first}\n${stripVTControlCharacters(diff ?? "")}`, shownLines.error),
      ...(at ? [`at ${at.file}:${at.line}`] : []),
      ...linesOf(facts.join("\n"), shownLines.facts),
    ];
  });
  return [name, ...reasons.map((line) => `    ${line}`)].join("\n");
}

export default class CountReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const counts = { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], flakyTitles: [] };
    for (const module of modules) {
      let failedHere = 0;
      for (const test of module.children.allTests()) {
        const { state, errors } = test.result();
        if (test.diagnostic()?.flaky) counts.flakyTitles.push(withReason(test.fullName, errors));
        if (state === "passed") counts.passed++;
        else if (state === "failed") {
          failedHere++;
          counts.failedTitles.push(withReason(test.fullName, errors));
        } else {
          counts.skipped++;
          counts.skippedTitles.push(test.fullName);
        }
      }
      // A file that can't be loaded has no tests but counts as a failure.
      if (module.state() === "failed" && failedHere === 0) {
        failedHere = 1;
        counts.failedTitles.push(withReason(module.relativeModuleId, module.errors()));
      }
      counts.failed += failedHere;
    }
    writeFileSync(process.env.TANDEM_COUNTS_FILE, JSON.stringify(counts));
  }
}
