/** Runs vitest with its ordinary output, and counts what it did from the report that it writes beside. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, runInTerminal } from "./command.mjs";

/** CI must end within 20 minutes, installation included; a run that hangs is ended, and counts as a failure. */
const timeoutMs = 14 * 60_000;

/**
 * @param {readonly string[]} args filters and options for vitest
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ passed: number, failed: number, skipped: number, skippedTitles: string[] }>}
 */
export async function runVitest(args, env) {
  const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  const report = join(folder, "report.json");
  try {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const code = await runInTerminal(process.execPath, [vitest, "run", ...reporters, ...args], { env, timeoutMs });
    return count(readReport(report), code);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return { testResults: [] }; // Vitest ended before it had anything to report: its exit code says enough.
  }
}

function count({ testResults }, exitCode) {
  const counts = { passed: 0, failed: 0, skipped: 0, skippedTitles: [] };
  for (const file of testResults) {
    let failedHere = 0;
    for (const { status, fullName } of file.assertionResults) {
      if (status === "passed") counts.passed++;
      else if (status === "failed") failedHere++;
      else {
        counts.skipped++;
        counts.skippedTitles.push(fullName);
      }
    }
    // A file that could not be loaded has no tests in the report, and must not vanish from the count.
    counts.failed += file.status === "failed" ? Math.max(failedHere, 1) : failedHere;
  }
  // The same goes for an error outside of every test, for a timeout, and for a filter that fits no test.
  if (exitCode !== 0 && counts.failed === 0) counts.failed = 1;
  return counts;
}
