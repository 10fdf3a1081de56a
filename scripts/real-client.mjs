/** Prepares tests with the real Claude Code: installs its releases, and runs them in a network with only loopback. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { agentPrograms, installAgent } from "./agent-programs.mjs";
import { claudeCodeVersions, installClaudeCode } from "./claude-code.mjs";
import { CommandError, root } from "./command.mjs";
import { runVitest } from "./vitest-results.mjs";

/** The folder for the screens and messages of failed scenarios, and for the results. */
export const resultsFolder = join(root, "test-results/real-client");
export const resultsFile = join(resultsFolder, "results.json");

/** Prefix of a command to run it with only a loopback network. Other users than root need a user namespace. */
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
 * Installs the releases.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {readonly string[]} [versions]
 */
export async function installReleases(display, versions = claudeCodeVersions) {
  for (const version of versions)
    await display.step(`Claude Code ${version}`, () => installClaudeCode(version), { quietBelowMs: 1000 });
  await installAgents(display);
}

/** Installs the other agents. Tests of those that can't be installed are skipped, except on a build server. */
async function installAgents(display) {
  for (const [name, { title }] of Object.entries(agentPrograms))
    try {
      await display.step(title, () => installAgent(name), { quietBelowMs: 1000 });
    } catch (error) {
      if (process.env.CI === "true") throw error;
      display.line(`! ${title} isn't tested, because it could not be installed: ${error.message}`);
    }
}

/**
 * Installs the releases and checks that the tests can run on this machine.
 *
 * @param {ReturnType<import("./display.mjs").createDisplay>} display
 * @param {readonly string[]} [versions]
 */
export async function prepareRealClient(display, versions = claudeCodeVersions) {
  await installReleases(display, versions);
  const [command, ...rest] = offline;
  const { status, stderr, error } = spawnSync(command, [...rest, "true"], { encoding: "utf8" });
  if (status !== 0)
    throw new CommandError(
      `Can't isolate Claude Code from the network (unshare --net: ${error?.message ?? stderr.trim()}). Run as root, or allow user namespaces.`,
      "",
    );
}

/**
 * Runs the tests with the real client.
 *
 * @param {readonly string[]} args filters and options for vitest
 * @param {NodeJS.ProcessEnv} env
 * @param {{ isQuiet?: boolean, inBackground?: boolean }} [options]
 */
export function runRealClient(args, env, options = {}) {
  mkdirSync(resultsFolder, { recursive: true });
  const reporter = join(root, "scripts/compatibility-reporter.mjs");
  const all = ["--project", "real-client", `--reporter=${reporter}`, ...args];
  return runVitest(all, { ...env, TANDEM_RESULTS_FILE: resultsFile }, { ...options, wrapper: offline });
}
