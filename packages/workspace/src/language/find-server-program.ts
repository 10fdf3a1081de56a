/**
 * Finds the program of a language server. Running a program from the workspace's `node_modules` runs the workspace's code,
 * which must not happen just because a folder was opened. Without trust, only PATH is searched, and only its entries outside
 * the workspace (`npm run` adds `node_modules/.bin`).
 */
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, extname, isAbsolute, join, sep } from "node:path";
import { isRecord } from "@tandem-ide/base";
import { isProgram, programsFor } from "../programs/find-command.js";
import { spawnCommand } from "../programs/interpreter.js";
import { neutralDirectory, neutralEnvironment } from "../programs/neutral.js";
import { readHead } from "../programs/read-head.js";
import { isShim } from "../programs/shims.js";
import { workspaceTest } from "../programs/workspace-files.js";
import type { ServerProgram } from "./servers-table.js";

/** A program that can be started. */
export interface FoundProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** The program or script, for messages and trust questions. */
  readonly path: string;
  readonly isFromWorkspace: boolean;
  /** True for a version manager's program, which files of the folder can redirect. */
  readonly isShim: boolean;
}

/** Where to search, and what to trust. */
export interface ProgramSearch {
  readonly folder: string;
  readonly folders: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly mayRunFromWorkspace: (path: string) => boolean;
}

/** The working directory and environment of a process. */
export interface SpawnContext {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const versionMs = 5000;

/** Returns whether a file is a script for Node, which Windows can't start directly. */
async function isNodeScript(path: string): Promise<boolean> {
  if ([".js", ".mjs", ".cjs"].includes(extname(path))) return true;
  return /^#!.*\bnode\b/.test(await readHead(path, 128, "latin1"));
}

/** Returns the script that an npm package declares under a name. In `.bin`, another package may have the same name. */
async function packageScript(folder: string, packageName: string, name: string): Promise<string | undefined> {
  const home = join(folder, "node_modules", packageName);
  try {
    const manifest: unknown = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
    const bin = isRecord(manifest) ? manifest.bin : undefined;
    const script = isRecord(bin) && Object.hasOwn(bin, name) ? bin[name] : bin;
    return typeof script === "string" ? join(home, script) : undefined;
  } catch {
    return undefined;
  }
}

async function* inWorkspace(program: ServerProgram, search: ProgramSearch): AsyncGenerator<string> {
  if (program.npmPackage === undefined) return;
  // Searches above the workspace folder too, which may be part of a larger repository.
  for (let at = search.folder; ; at = dirname(at)) {
    const script = await packageScript(at, program.npmPackage, program.command);
    if (script !== undefined && search.mayRunFromWorkspace(script)) yield script;
    if (dirname(at) === at) return;
  }
}

async function* onPath({ command }: ServerProgram, search: ProgramSearch): AsyncGenerator<string> {
  for await (const { path, isFromWorkspace } of programsFor(command, search))
    if (!isFromWorkspace || search.mayRunFromWorkspace(path)) yield path;
}

/** Returns the command line for a program. This Node runs the scripts of npm packages. */
async function commandLineOf(path: string, given: readonly string[]): Promise<Pick<FoundProgram, "command" | "args">> {
  if (path.includes(`${sep}node_modules${sep}`) && (await isNodeScript(path)))
    return { command: process.execPath, args: [path, ...given] };
  const { file, args } = spawnCommand(path, given, { env: process.env });
  return { command: file, args };
}

async function printsVersion(path: string, context: SpawnContext, pattern: RegExp): Promise<boolean> {
  const { command, args } = await commandLineOf(path, ["--version"]);
  return new Promise((resolve) => {
    execFile(command, [...args], { ...context, timeout: versionMs, windowsHide: true }, (_error, stdout) =>
      resolve(pattern.test(stdout)),
    );
  });
}

/**
 * Searches the workspace's `node_modules` if it is trusted, then PATH. Uses a command that the user gave as an absolute path
 * as is.
 */
export async function findServerProgram(
  program: ServerProgram,
  search: ProgramSearch,
): Promise<FoundProgram | undefined> {
  const candidates = async function* () {
    if (isAbsolute(program.command)) yield program.command;
    else {
      yield* inWorkspace(program, search);
      yield* onPath(program, search);
    }
  };
  const context = await spawnContextFor(search, search.folder);
  const isOurs = await workspaceTest(search.folders);
  for await (const path of candidates()) {
    if (!(await isProgram(path)) && !(await isNodeScript(path))) continue;
    if (program.version && !(await printsVersion(path, context, program.version))) continue;
    const commandLine = await commandLineOf(path, program.args);
    return { ...commandLine, path, isFromWorkspace: await isOurs(path), isShim: await isShim(path) };
  }
  return undefined;
}

/**
 * Returns the working directory and environment for a server. Servers read files in their directory and start programs
 * by name (`node`, `python`, `go`, `cargo`). Without trust they must not find the workspace's.
 */
export async function spawnContextFor(search: ProgramSearch, root: string): Promise<SpawnContext> {
  const { env, folder, folders, mayRunFromWorkspace } = search;
  // Electron's executable runs as Node only with this variable.
  const asNode = "electron" in process.versions ? { ELECTRON_RUN_AS_NODE: "1" } : {};
  if (!mayRunFromWorkspace(folder))
    return { cwd: neutralDirectory(env), env: { ...(await neutralEnvironment(env, folders)), ...asNode } };
  const own = { ...env, ...asNode };
  const name = env.PATH === undefined ? "Path" : "PATH";
  const path = env[name];
  if (path === undefined) return { cwd: root, env: own };
  // Other folders of the same workspace may be untrusted.
  const isOurs = await workspaceTest(folders.filter((each) => !mayRunFromWorkspace(each)));
  const kept: string[] = [];
  for (const entry of path.split(delimiter)) if (!(await isOurs(entry))) kept.push(entry);
  return { cwd: root, env: { ...own, [name]: kept.join(delimiter) } };
}
