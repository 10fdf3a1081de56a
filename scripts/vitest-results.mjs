/** Runs vitest with its ordinary output, and counts what it did from what a reporter of ours writes beside. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run, runInTerminal } from "./command.mjs";

/** About three times what it takes on two cores; a run that hangs is ended, and counts as a failure. */
const usualTimeoutMs = 40 * 60_000;

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failedTitles: string[], skippedTitles: string[], shakyTitles: string[] }} Counts
 *
 * @param {readonly string[]} args filters and options for vitest
 * @param {NodeJS.ProcessEnv} env
 * @param {{ wrapper?: readonly string[], isQuiet?: boolean, timeoutMs?: number }} [options] `wrapper` is a command that runs the command behind
 *   it, in surroundings of its own; a quiet run prints nothing, and throws what it would have printed when it fails
 * @returns {Promise<Counts>}
 */
export async function runVitest(args, env, { wrapper = [], isQuiet = false, timeoutMs = usualTimeoutMs } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  const file = join(folder, "counts.json");
  try {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const reporters = ["--reporter=default", `--reporter=${join(root, "scripts/count-reporter.mjs")}`];
    const options = { env: { ...env, TANDEM_COUNTS_FILE: file }, timeoutMs };
    const [program = "", ...rest] = [...wrapper, process.execPath, vitest, "run", ...reporters, ...args];
    if (isQuiet) {
      await run(program, rest, options);
      return readCounts(file);
    }
    const code = await runInTerminal(program, rest, options);
    const counts = readCounts(file);
    // An error outside of every test, a timeout, and a filter that fits no test have no test to count.
    if (code !== 0 && counts.failed === 0) {
      counts.failed = 1;
      counts.failedTitles.push(`vitest ended with ${code}`);
    }
    return counts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns {Counts} */
function readCounts(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Vitest ended before it had anything to tell: its exit code says enough.
    return { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], shakyTitles: [] };
  }
}
