/**
 * `npm test`: installs what is missing, then every check and every test, each step with its time. A step that fails does
 * not stop the others. The last line is `N passed, N failed`, where each check counts as one test.
 *
 *   npm test                      everything
 *   npm test -- lock-file         the checks, and the tests whose file name contains lock-file
 *   npm run test:unit             the quick loop: the tests beside the code, nothing else; takes a filter too
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "./build-page.mjs";
import { root, run } from "./command.mjs";
import { checkCompatibility } from "./compatibility.mjs";
import { createDisplay, seconds } from "./display.mjs";
import { prepareRealClient, resultsFile, runRealClient } from "./real-client.mjs";
import { build, checkNode, endWithNpm, explain, installPackages } from "./setup.mjs";
import { installSystemParts } from "./system-parts.mjs";
import { startTally, tallyLines } from "./tally.mjs";
import { runVitest } from "./vitest-results.mjs";

checkNode();
endWithNpm();
const started = Date.now();
const display = createDisplay(process.stdout);
const unitOnly = process.argv[2] === "--unit";
const projects = unitOnly ? ["unit"] : ["unit", "programs", "whole", "neovim", "browser", "vscode", "hardening"];
const filters = process.argv.slice(unitOnly ? 3 : 2);
const vitestArgs = [...projects.flatMap((name) => ["--project", name]), ...filters];
const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
const env = { ...process.env };

const node = (...args) => run(process.execPath, args);
const checks = [
  // First, because the generated files are checked against what it compiles.
  ["Types, and the build (tsc)", () => build()],
  ["The pages of workbench and inspector (vite)", () => buildPage()],
  ["Generated files are up to date", () => node(join(root, "scripts/generate-schemas.mjs"), "--check")],
  ["Lock file is complete", () => node(join(root, "scripts/complete-lock-file.mjs"), "--check")],
  ["Dependencies are pinned and listed", () => node(join(root, "scripts/dependencies.mjs"), "--check")],
  ["Format and lint (biome)", () => node(join(root, "node_modules/@biomejs/biome/bin/biome"), "check")],
  ["Public surface is as api/ has it (api-extractor)", () => node(join(root, "scripts/api-reports.mjs"), "--check")],
  ["Directions of imports", () => node(join(root, "scripts/check-imports.mjs"))],
];

/** Runs one step that counts as a test. */
async function check(title, work) {
  try {
    await display.step(title, work);
    total.passed++;
  } catch (error) {
    explain(display, error);
    total.failed++;
    failures.push(title);
  }
}

/** Runs tests, and adds them to the total. */
async function tests(title, work) {
  const testsStarted = Date.now();
  const counts = await work();
  for (const key of Object.keys(total)) total[key] += counts[key];
  failures.push(...counts.failedTitles);
  display.line(`${counts.failed === 0 ? "✓" : "✗"} ${title} (${seconds(Date.now() - testsStarted)})`);
  // Vitest counts these and does not name them; a title says why its test does not run.
  for (const skipped of counts.skippedTitles) display.line(`  skipped: ${skipped}`);
  // A second try is for a build server; here it says where a race is to be found.
  for (const shaky of counts.shakyTitles) display.line(`! A race, passed only at the second try: ${shaky}`);
}

/** Claude Code itself: in a network of its own, so in a run of its own. */
async function realClientTests() {
  const title = "Tests with the real Claude Code";
  // Those that a filter names are asked for by npm run test:real-client.
  if (filters.length > 0) return;
  try {
    await prepareRealClient(display);
  } catch (error) {
    explain(display, error);
    // A build server has to run them; elsewhere it may be impossible, and is said.
    if (process.env.CI === "true") {
      total.failed++;
      failures.push(title);
    } else display.line(`! ${title} did not run.`);
    return;
  }
  await tests(title, () => runRealClient([], env));
  await check("docs/compatibility.md is what this run saw", async () =>
    checkCompatibility(JSON.parse(readFileSync(resultsFile, "utf8"))),
  );
}

async function runTests() {
  try {
    await installPackages(display);
  } catch (error) {
    explain(display, error);
    total.failed++;
    failures.push("Install the packages");
    return;
  }
  let missing = [];
  if (!unitOnly) {
    missing = await installSystemParts(display);
    env.TANDEM_MISSING_PARTS = missing.map((part) => part.name).join();
    for (const [title, work] of checks) await check(title, work);
  }
  Object.assign(env, startTally());
  await tests("Tests", () => runVitest(vitestArgs, env));
  for (const line of tallyLines()) display.line(`  ${line}`);
  if (!unitOnly) await realClientTests();
  if (missing.length > 0)
    display.line(`! Tests that need ${missing.map((part) => part.name).join(", ")} did not run: see above.`);
}

await runTests();
for (const title of failures) display.line(`✗ ${title}`);
display.line(`  All of it took ${seconds(Date.now() - started)}, ${total.skipped} skipped`);
display.line(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
