/** Runs Vitest with its default output, and reads the counts that our reporter writes to a file. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, run, runInTerminal } from "./command.mjs";

/** About three times the duration on two cores. A run that exceeds it is ended and fails. */
const usualTimeoutMs = 40 * 60_000;

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failedTitles: string[], skippedTitles: string[], flakyTitles: string[], output?: string }} Counts
 *
 * @param {readonly string[]} args filters and options for vitest
 * @param {NodeJS.ProcessEnv} env
 * @param {{ wrapper?: readonly string[], isQuiet?: boolean, inBackground?: boolean, timeoutMs?: number, node?: string }} [options] `wrapper`
 *   is a command prefix, and `node` another release of Node. A quiet run prints nothing, and rejects with its output when it fails. A run in the background has
 *   its output in the result.
 * @returns {Promise<Counts>}
 */
export async function runVitest(args, env, options = {}) {
  const {
    wrapper = [],
    isQuiet = false,
    inBackground = false,
    timeoutMs = usualTimeoutMs,
    node = process.execPath,
  } = options;
  const folder = mkdtempSync(join(tmpdir(), "tandem-test-"));
  const file = join(folder, "counts.json");
  try {
    const vitest = join(root, "node_modules/vitest/vitest.mjs");
    const reporters = ["--reporter=default", `--reporter=${join(root, "scripts/count-reporter.mjs")}`];
    const howToRun = { env: { ...env, TANDEM_COUNTS_FILE: file }, timeoutMs };
    const [program = "", ...rest] = [...wrapper, node, vitest, "run", ...reporters, ...args];
    if (isQuiet) {
      await run(program, rest, howToRun);
      return readCounts(file);
    }
    const outputFile = join(folder, "output.txt");
    const output = inBackground ? openSync(outputFile, "w") : undefined;
    const code = await runInTerminal(program, rest, { ...howToRun, output });
    if (output !== undefined) closeSync(output);
    const counts = { ...readCounts(file), output: inBackground ? readFileSync(outputFile, "utf8") : "" };
    // Errors outside tests, timeouts and filters without a match have no failed test.
    if (code !== 0 && counts.failed === 0) {
      counts.failed = 1;
      counts.failedTitles.push(`vitest exited with ${code}`);
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
    // Vitest exited early. Its exit code is reported.
    return { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], flakyTitles: [] };
  }
}
