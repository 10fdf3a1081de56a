/**
 * Claude Code itself, for tests against the real client: pinned releases, installed on demand into a cache outside of the
 * tree. From 2.1.113 on the program is native, in a package of its platform; before that it is a script for Node.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder } from "./cache-folder.mjs";
import { CommandError, run } from "./command.mjs";

/** The releases that tests run: the newest first. */
export const claudeCodeVersions = ["2.1.325", "2.1.112"];

function isNative(version) {
  const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
  return major > 2 || (major === 2 && (minor > 1 || (minor === 1 && patch > 112)));
}

function packagesOf(version) {
  return join(cacheFolder(), `claude-code-${version}`, "node_modules", "@anthropic-ai");
}

/**
 * The command that starts a release, once it is installed.
 *
 * @param {string} version
 * @returns {string[]}
 */
export function claudeCodeCommand(version) {
  if (!isNative(version)) return [process.execPath, join(packagesOf(version), "claude-code", "cli.js")];
  const program = process.platform === "win32" ? "claude.exe" : "claude";
  return [join(packagesOf(version), `claude-code-${process.platform}-${process.arch}`, program)];
}

/**
 * True when a release is in the cache.
 *
 * @param {string} version
 */
function hasClaudeCode(version) {
  const program = claudeCodeCommand(version).at(-1);
  return program !== undefined && existsSync(program);
}

/**
 * Puts a release into the cache, whole or not at all.
 *
 * @param {string} version
 */
export async function installClaudeCode(version) {
  if (hasClaudeCode(version)) return;
  await mkdir(cacheFolder(), { recursive: true });
  const temporary = await mkdtemp(join(cacheFolder(), "installing-"));
  try {
    const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
    await run("npm", ["install", ...options, "--prefix", temporary, `@anthropic-ai/claude-code@${version}`]);
    const target = join(cacheFolder(), `claude-code-${version}`);
    await rm(target, { recursive: true, force: true });
    await rename(temporary, target);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  if (!hasClaudeCode(version))
    throw new Error(`Claude Code ${version} has no program for ${process.platform} ${process.arch}`);
}

/**
 * The number of a release, by its number or its name (`latest`).
 *
 * @param {string} wanted
 */
export async function findClaudeCode(wanted) {
  if (/^\d+\.\d+\.\d+$/.test(wanted) && hasClaudeCode(wanted)) return wanted;
  const words = ["view", `@anthropic-ai/claude-code@${wanted}`, "version", "--loglevel=error"];
  const found = await run("npm", words).catch((error) => {
    if (/E404|ETARGET/.test(error.output)) return "";
    throw error;
  });
  const version = found.trim().split("\n").at(-1) ?? "";
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new CommandError(`There is no release ${wanted} of Claude Code.`, "");
  return version;
}
