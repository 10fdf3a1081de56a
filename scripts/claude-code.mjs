/**
 * The real Claude Code for tests: pinned releases, installed into the cache on demand. Since 2.1.113 it is a native program
 * in a package for the platform. Before that it is a Node script.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, installIntoCache } from "./cache-folder.mjs";
import { CommandError, run } from "./command.mjs";

/** The tested releases, the newest first. */
export const claudeCodeVersions = ["2.1.325", "2.1.112"];

function isNative(version) {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch > 112)));
}

const folderOf = (version) => join(cacheFolder(), `claude-code-${version}`);

/**
 * Returns the command that starts an installed release.
 *
 * @param {string} version
 * @returns {string[]}
 */
export function claudeCodeCommand(version) {
  const packages = join(folderOf(version), "node_modules/@anthropic-ai");
  if (!isNative(version)) return [process.execPath, join(packages, "claude-code/cli.js")];
  const program = process.platform === "win32" ? "claude.exe" : "claude";
  return [join(packages, `claude-code-${process.platform}-${process.arch}`, program)];
}

const isInstalled = (version) => existsSync(claudeCodeCommand(version).at(-1) ?? "");

/**
 * Puts a release into the cache, completely or not at all.
 *
 * @param {string} version
 */
export async function installClaudeCode(version) {
  if (isInstalled(version)) return;
  await installIntoCache(
    folderOf(version),
    () => isInstalled(version),
    async (folder) => {
      const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
      await run("npm", ["install", ...options, "--prefix", folder, `@anthropic-ai/claude-code@${version}`]);
    },
  );
  if (!isInstalled(version))
    throw new Error(`Claude Code ${version} has no program for ${process.platform} ${process.arch}`);
}

/**
 * Resolves a release number or tag, such as `latest`, to a number.
 *
 * @param {string} wanted
 */
export async function findClaudeCode(wanted) {
  if (/^\d+\.\d+\.\d+$/.test(wanted) && isInstalled(wanted)) return wanted;
  const args = ["view", `@anthropic-ai/claude-code@${wanted}`, "version", "--loglevel=error"];
  const found = await run("npm", args).catch((error) => {
    if (/E404|ETARGET/.test(error.output)) return "";
    throw error;
  });
  const version = found.trim().split("\n").at(-1) ?? "";
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new CommandError(`There is no release ${wanted} of Claude Code.`, "");
  return version;
}
