/**
 * `npm run test:long`: what takes too long for every run.
 *
 *   npm run test:long                   both parts
 *   npm run test:long -- hardening      attacks, faults, load and time, far more of each; prints what was counted
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
if (part !== undefined && part !== "hardening" && part !== "real-client") {
  display.line(`There is no part ${part}: hardening, real-client.`);
  process.exit(2);
}

async function hardening() {
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
  const counts = await runVitest(["--project", "hardening", ...filters], env, { timeoutMs: longestMs });
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

const codes = [part === "real-client" ? 0 : await hardening(), part === "hardening" ? 0 : await realClient()];
process.exitCode = Math.max(...codes);
