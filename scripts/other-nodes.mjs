/** Other releases of Node for tests, in the cache, from npm packages that contain only the program. */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { cacheFolder, installIntoCache } from "./cache-folder.mjs";
import { root, run } from "./command.mjs";

/** The newest of each release line. */
export const otherNodes = ["22.23.3", "24.21.0", "26.10.0"];

const page = join(root, "docs/platforms.md");
const [begin, end] = ["<!-- nodes begin -->\n", "<!-- nodes end -->"];

/**
 * Returns the folder with `node`, after putting it into the cache if it isn't there.
 *
 * @param {string} version
 */
export async function installNode(version) {
  const name = `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`;
  const target = join(cacheFolder(), `node-${version}`);
  const programs = join(target, "node_modules", name, "bin");
  const isInstalled = () => existsSync(join(programs, process.platform === "win32" ? "node.exe" : "node"));
  if (!isInstalled())
    await installIntoCache(target, isInstalled, async (folder) => {
      const options = ["--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
      await run("npm", ["install", ...options, "--prefix", folder, `${name}@${version}`]);
      for (const each of ["include", "share"])
        await rm(join(folder, "node_modules", name, each), { recursive: true, force: true });
    });
  return programs;
}

/**
 * Writes what the unit tests did in each release to docs/platforms.md.
 *
 * @param {readonly { version: string, passed: number, failed: number, skipped: number }[]} results
 */
export async function writeNodeResults(results) {
  const text = readFileSync(page, "utf8");
  const [before, rest = ""] = text.split(begin);
  const after = rest.slice(rest.indexOf(end));
  const rows = results.map(({ version, passed, failed, skipped }) => [`Node ${version}`, passed, failed, skipped]);
  const table = [["Release", "Passed", "Failed", "Skipped"], ["-", "-", "-", "-"], ...rows];
  const lines = table.map((cells) => `| ${cells.map((cell) => cell.toLocaleString("en")).join(" | ")} |`);
  writeFileSync(page, `${before}${begin}\n${lines.join("\n")}\n\n${after}`);
  await run(process.execPath, [join(root, "node_modules/@biomejs/biome/bin/biome"), "format", "--write", page]);
}
