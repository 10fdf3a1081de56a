/**
 * `npm run test:long`: tests that take too long for every run.
 *
 *   npm run test:long                   all parts
 *   npm run test:long -- hardening      many more attacks, faults, load and time; prints the counts
 *   npm run test:long -- bytes          random texts in reviews in real editors
 *   npm run test:long -- contract       the contract test in every integration; writes its part of docs/compatibility.md
 *   npm run test:long -- nodes          the unit tests with other releases of Node; writes its part of docs/platforms.md
 *   npm run test:long -- real-client    every scenario with every editor and release; writes docs/compatibility.md
 */
import { delimiter, join } from "node:path";
import { root, runInTerminal } from "./command.mjs";
import { writeContractGaps } from "./compatibility.mjs";
import { createDisplay } from "./display.mjs";
import { installNode, otherNodes, writeNodeResults } from "./other-nodes.mjs";
import { checkNode, explain, prepareTests, reportCounts } from "./setup.mjs";
import { startTally, tallyLines } from "./tally.mjs";
import { startTestRun } from "./test-run.mjs";
import { runVitest } from "./vitest-results.mjs";

const maxMs = 4 * 60 * 60_000;

checkNode();
startTestRun();
const display = createDisplay(process.stdout);
const [part, ...filters] = process.argv.slice(2);
const parts = ["hardening", "bytes", "contract", "nodes", "real-client"];
if (part !== undefined && !parts.includes(part)) {
  display.line(`Unknown part ${part}. The parts are ${parts.join(", ")}.`);
  process.exit(2);
}

/** Tests with random texts in real editors. */
const byteTests = [
  ...["--project", "neovim", "--project", "browser", "--project", "vscode"],
  ...["test/neovim/review-bytes.test.ts", "test/workbench/review-bytes.test.ts", "test/vscode/everyday.test.ts"],
  ...["test/codemirror/exact-texts.test.ts", "-t", "survive any decisions|decided at random|in any order"],
];

/** The contract test of every integration. */
const contractTests = [
  ...["editors/memory/src/memory-editor-process.test.ts", "test/electron/contract", "test/neovim/contract"],
  ...["test/obsidian/contract", "test/vscode/contract", "test/workbench/contract"],
];

/** @param {(skippedTitles: string[]) => Promise<void>} [onPassed] */
async function vitest(args, onPassed = async () => {}) {
  const started = Date.now();
  try {
    await prepareTests(display);
  } catch (error) {
    explain(display, error);
    return 1;
  }
  const env = { ...process.env, ...startTally(), TANDEM_LONG: "true" };
  const counts = await runVitest([...args, ...filters], env, { timeoutMs: maxMs });
  for (const line of tallyLines()) display.line(line);
  if (counts.failed === 0) await onPassed(counts.skippedTitles);
  reportCounts(display, started, counts);
  return counts.failed === 0 ? 0 : 1;
}

/** The unit tests in each release, also those whose predecessor failed. */
async function nodes() {
  const started = Date.now();
  const total = { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], flakyTitles: [] };
  const results = [];
  try {
    await prepareTests(display);
    for (const version of otherNodes) {
      const programs = await installNode(version);
      display.line(`Node ${version}`);
      const env = { ...process.env, PATH: `${programs}${delimiter}${process.env.PATH}`, TANDEM_LONG: "true" };
      const options = { timeoutMs: maxMs, node: join(programs, "node") };
      const counts = await runVitest(["--project", "unit", ...filters], env, options);
      results.push({ version, ...counts });
      for (const key of ["passed", "failed", "skipped"]) total[key] += counts[key];
      total.failedTitles.push(...counts.failedTitles.map((title) => `Node ${version}: ${title}`));
    }
  } catch (error) {
    explain(display, error);
    return 1;
  }
  if (filters.length === 0) await writeNodeResults(results);
  reportCounts(display, started, total);
  return total.failed === 0 ? 0 : 1;
}

const realClient = () =>
  runInTerminal(process.execPath, [join(root, "scripts/test-real-client.mjs"), "--long", ...filters], {
    env: process.env,
    timeoutMs: maxMs,
  });

const runs = {
  hardening: () => vitest(["--project", "hardening"]),
  bytes: () => vitest(byteTests),
  contract: () => vitest(contractTests, filters.length === 0 ? writeContractGaps : undefined),
  nodes,
  "real-client": realClient,
};
process.exitCode = 0;
for (const name of part ? [part] : parts) process.exitCode = Math.max(process.exitCode, await runs[name]());
