/**
 * `npm run test:long`: what takes too long for every run.
 *
 *   npm run test:long                   all parts
 *   npm run test:long -- hardening      attacks, faults, load and time, far more of each; prints what was counted
 *   npm run test:long -- bytes          odd texts through reviews in real editors, other ones each time
 *   npm run test:long -- real-client    every scenario with every editor and release; writes docs/compatibility.md
 */
import { join } from "node:path";
import { buildPage } from "./build-page.mjs";
import { root, runInTerminal } from "./command.mjs";
import { createDisplay, seconds } from "./display.mjs";
import { build, checkNode, endWithNpm, explain, installPackages } from "./setup.mjs";
import { installSystemParts } from "./system-parts.mjs";
import { startTally, tallyLines } from "./tally.mjs";
import { runVitest } from "./vitest-results.mjs";

const longestMs = 4 * 60 * 60_000;

checkNode();
endWithNpm();
const display = createDisplay(process.stdout);
const [part, ...filters] = process.argv.slice(2);
const parts = ["hardening", "bytes", "real-client"];
if (part !== undefined && !parts.includes(part)) {
  display.line(`There is no part ${part}: ${parts.join(", ")}.`);
  process.exit(2);
}

/** The tests with random texts in a real editor each. */
const byteTests = [
  ...["--project", "neovim", "--project", "browser", "--project", "vscode"],
  ...["test/neovim/review-bytes.test.ts", "test/workbench/review-bytes.test.ts", "test/vscode/everyday.test.ts"],
  ...["test/codemirror/exact-texts.test.ts", "-t", "survive any decisions|decided at random|in any order"],
];

async function vitest(args) {
  const started = Date.now();
  try {
    await installPackages(display);
    await installSystemParts(display);
    await display.step("Build", () => build(), { quietBelowMs: 1000 });
    await display.step("Build the pages", () => buildPage(), { quietBelowMs: 1000 });
  } catch (error) {
    explain(display, error);
    return 1;
  }
  const env = { ...process.env, ...startTally(), TANDEM_LONG: "true" };
  const counts = await runVitest([...args, ...filters], env, { timeoutMs: longestMs });
  for (const line of tallyLines()) display.line(line);
  for (const title of counts.failedTitles) display.line(`✗ ${title}`);
  display.line(`  All of it took ${seconds(Date.now() - started)}, ${counts.skipped} skipped`);
  display.line(`${counts.passed} passed, ${counts.failed} failed`);
  return counts.failed === 0 ? 0 : 1;
}

const realClient = () =>
  runInTerminal(process.execPath, [join(root, "scripts/test-real-client.mjs"), "--long", ...filters], {
    env: process.env,
    timeoutMs: longestMs,
  });

const runs = {
  hardening: () => vitest(["--project", "hardening"]),
  bytes: () => vitest(byteTests),
  "real-client": realClient,
};
process.exitCode = 0;
for (const name of part ? [part] : parts) process.exitCode = Math.max(process.exitCode, await runs[name]());
