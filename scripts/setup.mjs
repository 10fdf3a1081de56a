/**
 * The first steps of `npm start` and `npm test`: check Node's version, install packages, build. Skips steps that are done.
 * Uses only Node, because it runs before any package is installed.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { buildPage } from "./build-page.mjs";
import { CommandError, root, run } from "./command.mjs";
import { seconds } from "./display.mjs";
import { installSystemParts } from "./system-parts.mjs";
import { endLeftProcesses } from "./test-run.mjs";

const modules = join(root, "node_modules");
const stampFile = join(modules, ".tandem-setup");

/**
 * Exits with a message when Node is too old, which would cause a syntax error later.
 *
 * @param {string} [version]
 */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(
    `Tandem needs Node 20.19 or newer, but this is ${version}. Get a current version at https://nodejs.org.`,
  );
  process.exit(1);
}

/** Returns the packages in a lock file by folder. */
function lockedPackages(file) {
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages).filter(([folder]) => folder !== ""));
}

/** Compares the lock file with npm's record of the installed packages. Optional packages may be for other platforms. */
function installedAsLocked(locked) {
  const record = join(modules, ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = lockedPackages(record);
  return [...locked].every(([folder, wanted]) => {
    const found = installed.get(folder);
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true;
  });
}

/** Returns the command for npm: the one that runs this script, or else the one on PATH. */
function npm() {
  const path = process.env.npm_execpath ?? "";
  return basename(path) === "npm-cli.js" ? [process.execPath, path] : ["npm"];
}

/**
 * Runs `npm ci` unless node_modules already matches package-lock.json.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 */
export async function installPackages(display) {
  const lockFile = join(root, "package-lock.json");
  const stamp = createHash("sha256").update(readFileSync(lockFile)).digest("hex");
  if (existsSync(stampFile) && readFileSync(stampFile, "utf8") === stamp) return;
  const locked = lockedPackages(lockFile);
  if (!installedAsLocked(locked)) {
    await display.step("Install the packages (npm ci)", async (report) => {
      const folders = [...locked]
        .filter(([folder, { link, optional }]) => folder.includes("node_modules/") && !link && !optional)
        .map(([folder]) => folder);
      const timer = setInterval(() => {
        const done = folders.filter((folder) => existsSync(join(root, folder, "package.json"))).length;
        report(`${done} of ${folders.length}`);
      }, 500);
      const [command, ...first] = npm();
      // Includes development packages even with NODE_ENV=production.
      // Sets the log level, because `npm --silent test` would hide errors.
      const args = [...first, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
      await run(command, args).finally(() => clearInterval(timer));
    });
  }
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // node_modules is read-only for this user, so the next run checks again.
  }
}

/** Removes build info without a dist folder, because `tsc -b` would skip such a package. */
function forgetLostBuilds() {
  for (const group of ["packages", "editors"])
    for (const name of readdirSync(join(root, group))) {
      const folder = join(root, group, name);
      if (!existsSync(join(folder, "dist"))) rmSync(join(folder, "tsconfig.tsbuildinfo"), { force: true });
    }
}

/**
 * Compiles changed files. Resolves to the compiler's output, or rejects with a `CommandError` that contains it.
 *
 * @param {readonly string[]} [projects] folders with a tsconfig.json, by default all, including tests
 */
export function build(projects = []) {
  forgetLostBuilds();
  return run(process.execPath, [join(modules, "typescript/bin/tsc"), "-b", ...projects]);
}

/**
 * Prepares a test run: installs packages and programs, compiles, and builds the pages.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {readonly string[]} [projects]
 */
export async function prepareTests(display, projects) {
  const built = async () => {
    await installPackages(display);
    await display.step("Build", () => build(projects), { quietBelowMs: 1000 });
    await display.step("Build the pages", () => buildPage(), { quietBelowMs: 1000 });
  };
  // Installing programs mostly waits for the network.
  await Promise.all([built(), installSystemParts(display)]);
}

/**
 * Prints the end of a test run and sets the exit code.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {number} started milliseconds since 1970
 * @param {import("./vitest-results.mjs").Counts} counts
 */
export function reportCounts(display, started, { passed, failed, skipped, failedTitles, flakyTitles }) {
  for (const left of endLeftProcesses()) display.line(`! A test left a process, which was ended: ${left}`);
  for (const title of failedTitles) display.line(`✗ ${title}`);
  display.line(`  Total time ${seconds(Date.now() - started)}, ${skipped} skipped`);
  // Only a build server gives tests a second try.
  if (process.env.CI === "true") {
    const names = flakyTitles.map((title) => title.split("\n", 1)[0]).join("; ");
    display.line(
      names === "" ? "  No test needed a second try" : `! ${flakyTitles.length} needed a second try: ${names}`,
    );
  }
  display.line(`${passed} passed, ${failed} failed`);
  process.exitCode = Math.max(Number(process.exitCode ?? 0), failed === 0 ? 0 : 1);
}

/**
 * Prints an error of a step: a program's output, or an error of ours with its stack.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {unknown} error
 */
export function explain(display, error) {
  if (error instanceof CommandError) display.line(error.output === "" ? error.message : error.output);
  else display.line(error instanceof Error ? error.stack : String(error));
}
