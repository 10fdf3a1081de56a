/**
 * What `npm start` and `npm test` do before anything else: look at Node's version, install the packages, build.
 * Each is skipped when it is already done. Uses nothing but Node, since it runs before any package is there.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { CommandError, root, run } from "./command.mjs";

const modules = join(root, "node_modules");
const stampFile = join(modules, ".tandem-setup");

/**
 * Stops with a sentence when Node is too old, rather than with a syntax error later.
 *
 * @param {string} [version]
 */
export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  console.error(`Tandem needs Node 20.19 or newer; this is ${version}. See https://nodejs.org for a current one.`);
  process.exit(1);
}

/**
 * Ends this process when npm is ended. npm passes a signal to the shell that it runs scripts in, and that shell dies of
 * it without telling the script: the product would serve on, with nobody to stop it.
 */
export function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const shell = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 250);
  timer.unref();
}

/** The packages that the lock file names, by their folder. Optional ones are for other platforms than this. */
function lockedPackages(file) {
  const { packages } = JSON.parse(readFileSync(file, "utf8"));
  return new Map(Object.entries(packages).filter(([folder]) => folder !== ""));
}

/** npm keeps a lock file of what is really installed: right after an `npm install` by hand the two agree. */
function installedAsLocked(locked) {
  const record = join(modules, ".package-lock.json");
  if (!existsSync(record)) return false;
  const installed = lockedPackages(record);
  return [...locked].every(([folder, wanted]) => {
    const found = installed.get(folder);
    return found ? found.version === wanted.version && found.integrity === wanted.integrity : wanted.optional === true;
  });
}

/** npm as a program and its first arguments: the npm that runs this script, else the one on the PATH. */
function npm() {
  const path = process.env.npm_execpath ?? "";
  return basename(path) === "npm-cli.js" ? [process.execPath, path] : ["npm"];
}

/**
 * Runs `npm ci` unless node_modules already is what package-lock.json says.
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
      // The tools are development packages: NODE_ENV=production must not leave them out.
      // The log level is named because `npm --silent test` would hide why an installation failed.
      const args = [...first, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
      await run(command, args).finally(() => clearInterval(timer));
    });
  }
  try {
    writeFileSync(stampFile, stamp);
  } catch {
    // Installed by somebody else, and read-only for us: then the next run looks again.
  }
}

/** `tsc -b` believes its notes even when the files it wrote are gone: without a dist folder the notes go too. */
function forgetLostBuilds() {
  for (const group of ["packages", "editors"])
    for (const name of readdirSync(join(root, group))) {
      const folder = join(root, group, name);
      if (!existsSync(join(folder, "dist"))) rmSync(join(folder, "tsconfig.tsbuildinfo"), { force: true });
    }
}

/**
 * Compiles what has changed since the last time; resolves to the compiler's output, which is a `CommandError`'s when
 * there are type errors.
 *
 * @param {readonly string[]} [projects] folders with a tsconfig.json; all, tests included, when there are none
 */
export function build(projects = []) {
  forgetLostBuilds();
  return run(process.execPath, [join(modules, "typescript/bin/tsc"), "-b", ...projects]);
}

/**
 * Prints an error of a step: a program's own words, and no stack where it is not ours.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {unknown} error
 */
export function explain(display, error) {
  if (error instanceof CommandError) display.line(error.output === "" ? error.message : error.output);
  else display.line(error instanceof Error ? error.stack : String(error));
}
