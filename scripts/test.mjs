/**
 * `npm test`: installs what is missing, then runs every check and test. A failed step doesn't stop the others. The last line
 * is `N passed, N failed`, where each check counts as one test.
 *
 *   npm test                      everything
 *   npm test -- lock-file         the checks, and the tests in files whose name contains lock-file
 *   npm run test:unit             only the tests beside the code; accepts a filter too
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildForTests } from "./build-for-tests.mjs";
import { buildPage } from "./build-page.mjs";
import { root, run } from "./command.mjs";
import { checkCompatibility, checkContractGaps } from "./compatibility.mjs";
import { createDisplay, seconds } from "./display.mjs";
import { installReleases, prepareRealClient, resultsFile, runRealClient } from "./real-client.mjs";
import { build, checkNode, explain, installPackages, reportCounts } from "./setup.mjs";
import { readTimes, startTimes, timeLines } from "./suite-times.mjs";
import { installSystemParts } from "./system-parts.mjs";
import { startTally, tallyLines } from "./tally.mjs";
import { startTestRun } from "./test-run.mjs";
import { runVitest } from "./vitest-results.mjs";

checkNode();
startTestRun();
const started = Date.now();
const display = createDisplay(process.stdout);
const unitOnly = process.argv[2] === "--unit";
const projects = unitOnly ? ["unit"] : ["unit", "programs", "whole", "neovim", "browser", "vscode", "hardening"];
const filters = process.argv.slice(unitOnly ? 3 : 2);
const vitestArgs = [...projects.flatMap((name) => ["--project", name]), ...filters];
const total = { passed: 0, failed: 0, skipped: 0, failedTitles: [], skippedTitles: [], flakyTitles: [] };
const env = { ...process.env };

const node = (...args) => run(process.execPath, args);
/** Checks that use the compiled code, in this order. */
const compiled = [
  ["Types, and the build (tsc)", () => build()],
  ["The pages of workbench and inspector (vite)", () => buildPage()],
  ["Public API matches api/ (api-extractor)", () => node(join(root, "scripts/api-reports.mjs"), "--check")],
];
/** Checks of the sources. */
const sources = [
  ["Generated files are up to date", () => node(join(root, "scripts/generate-schemas.mjs"), "--check")],
  ["Lock file is complete", () => node(join(root, "scripts/complete-lock-file.mjs"), "--check")],
  ["Dependencies are pinned and listed", () => node(join(root, "scripts/dependencies.mjs"), "--check")],
  ["Format and lint (biome)", () => node(join(root, "node_modules/@biomejs/biome/bin/biome"), "check")],
  ["Imports follow the layers", () => node(join(root, "scripts/check-imports.mjs"))],
  ["Plain words", () => node(join(root, "scripts/check-words.mjs"))],
  ["Spelling (cspell)", () => node(join(root, "node_modules/cspell/bin.mjs"), "lint", "--no-progress", "--quiet")],
];

function fail(title) {
  total.failed++;
  total.failedTitles.push(title);
}

/** Runs a step that counts as one test. */
async function check(title, work) {
  try {
    await display.step(title, work);
    total.passed++;
  } catch (error) {
    explain(display, error);
    fail(title);
  }
}

/** Adds the counts of tests to the total, and prints the output of those that ran in the background. */
async function tests(title, running) {
  const testsStarted = Date.now();
  const { output, failed, skippedTitles, flakyTitles, ...counts } = await running;
  if (output) display.line(output);
  total.passed += counts.passed;
  total.failed += failed;
  total.skipped += counts.skipped;
  total.failedTitles.push(...counts.failedTitles);
  total.skippedTitles.push(...skippedTitles);
  total.flakyTitles.push(...flakyTitles);
  display.line(`${failed === 0 ? "✓" : "✗"} ${title} (${seconds(Date.now() - testsStarted)})`);
  // Vitest only counts these. The titles explain why the tests are skipped.
  for (const skipped of skippedTitles) display.line(`  skipped: ${skipped}`);
  for (const flaky of flakyTitles) display.line(`! Race condition, passed only on the second try: ${flaky}`);
}

const realClientTitle = "Tests with the real Claude Code, which ran at the same time";

/** Runs checks one after another. */
async function runChecks(checks) {
  for (const [title, work] of checks) await check(title, work);
}

/**
 * Starts the tests with the real Claude Code. They need an isolated network, and mostly wait, so they run next to the others.
 *
 * @returns {Promise<{ running: ReturnType<typeof runRealClient> } | undefined>}
 */
async function startRealClientTests() {
  try {
    await prepareRealClient(display);
  } catch (error) {
    explain(display, error);
    // Required on a build server. Elsewhere it may be impossible.
    if (process.env.CI === "true") fail(realClientTitle);
    else display.line("! The tests with the real Claude Code don't run.");
    return undefined;
  }
  return { running: runRealClient([], env, { inBackground: true }) };
}

/** Installs the packages and runs the checks that need them. Returns whether the packages are there. */
async function installAndCheck() {
  try {
    await installPackages(display);
  } catch (error) {
    explain(display, error);
    fail("Install the packages");
    return false;
  }
  if (!unitOnly) await Promise.all([runChecks(compiled), runChecks(sources)]);
  return true;
}

async function runTests() {
  // With a filter, use npm run test:real-client.
  const withRealClient = !unitOnly && filters.length === 0;
  // Programs are installed beside the rest, because that mostly waits for the network.
  const [isInstalled, missing] = await Promise.all([
    installAndCheck(),
    unitOnly ? [] : installSystemParts(display),
    // If this fails, the start of those tests tries again and reports it.
    withRealClient && installReleases(display).catch(() => {}),
  ]);
  if (!isInstalled) return;
  Object.assign(env, startTally(), startTimes());
  if (!unitOnly) {
    env.TANDEM_MISSING_PARTS = missing.map((part) => part.name).join();
    await check("What the tests load into Neovim and VS Code", async () => {
      await buildForTests();
      env.TANDEM_BUILT = "true";
    });
  }
  const realClient = withRealClient ? await startRealClientTests() : undefined;
  await tests("Tests", runVitest(vitestArgs, env));
  if (withRealClient)
    await check("docs/compatibility.md lists the contract cases that were skipped", async () =>
      checkContractGaps(total.skippedTitles),
    );
  for (const line of tallyLines()) display.line(`  ${line}`);
  if (realClient) {
    await tests(realClientTitle, realClient.running);
    await check("docs/compatibility.md matches this run", async () =>
      checkCompatibility(JSON.parse(readFileSync(resultsFile, "utf8"))),
    );
  }
  if (missing.length > 0)
    display.line(`! Tests that need ${missing.map((part) => part.name).join(", ")} didn't run, see above.`);
}

await runTests();
for (const line of timeLines(readTimes(), started)) display.line(`  ${line}`);
reportCounts(display, started, total);
