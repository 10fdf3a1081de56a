/** A Vitest reporter that writes the result of each scenario with each editor and release, for docs/compatibility.md. */
import { writeFileSync } from "node:fs";
import { claudeCodeVersions } from "./claude-code.mjs";

const suite = /^Claude Code (?<version>\S+) with (?<editor>.+)$/;

export default class CompatibilityReporter {
  /** @param {readonly import("vitest/node").TestModule[]} modules */
  onTestRunEnd(modules) {
    const results = [];
    for (const module of modules)
      for (const test of module.children.allTests()) {
        const names = test.parent.type === "suite" ? suite.exec(test.parent.name)?.groups : undefined;
        const { state } = test.result();
        const [scenario] = test.name.split(" (skipped:");
        // A scenario excluded by a filter has no result.
        const isExcluded = state === "pending" || (state === "skipped" && scenario === test.name);
        if (names && !isExcluded) results.push({ scenario, ...names, state });
      }
    const order = ({ version }) => claudeCodeVersions.indexOf(version);
    results.sort((a, b) => order(a) - order(b));
    writeFileSync(process.env.TANDEM_RESULTS_FILE, JSON.stringify(results, undefined, 1));
  }
}
