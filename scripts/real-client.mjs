/** What the tests with the real Claude Code need: its releases, and a network that has nothing but loopback. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { claudeCodeVersions, installClaudeCode } from "./claude-code.mjs";
import { CommandError, root } from "./command.mjs";
import { runVitest } from "./vitest-results.mjs";

/** Where failed scenarios leave what they saw, and the run its results. */
export const resultsFolder = join(root, "test-results/real-client");
export const resultsFile = join(resultsFolder, "results.json");

/** Runs the command behind it where there is no network but loopback. Root needs no more; others need a user namespace. */
const offline = [
  "unshare",
  ...(process.getuid?.() === 0 ? [] : ["--map-root-user"]),
  "--net",
  "sh",
  "-c",
  'ip link set lo up && exec "$@"',
  "sh",
];

/**
 * Installs the releases and looks whether the tests can run here; throws words for people.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {readonly string[]} [versions]
 */
export async function prepareRealClient(display, versions = claudeCodeVersions) {
  for (const version of versions)
    await display.step(`Claude Code ${version}`, () => installClaudeCode(version), { quietBelowMs: 1000 });
  const [command, ...rest] = offline;
  const { status, stderr, error } = spawnSync(command, [...rest, "true"], { encoding: "utf8" });
  if (status !== 0)
    throw new CommandError(
      `A network of its own cannot be made here (unshare --net: ${error?.message ?? stderr.trim()}), and Claude Code is run only without a network. Run as root, or allow user namespaces.`,
      "",
    );
}

/**
 * Runs the tests with the real client.
 *
 * @param {readonly string[]} args filters and options for vitest
 * @param {NodeJS.ProcessEnv} env
 * @param {{ isQuiet?: boolean }} [options]
 */
export function runRealClient(args, env, { isQuiet = false } = {}) {
  mkdirSync(resultsFolder, { recursive: true });
  const reporter = join(root, "scripts/compatibility-reporter.mjs");
  const all = ["--project", "real-client", `--reporter=${reporter}`, ...args];
  return runVitest(all, { ...env, TANDEM_RESULTS_FILE: resultsFile }, { wrapper: offline, isQuiet });
}
