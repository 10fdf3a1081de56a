/**
 * Finds the program of a language server. Running something out of the workspace's `node_modules` is running the
 * workspace's code, which opening a folder must not do: without trust only PATH counts, and of that only what lies
 * outside of the workspace (`npm run` puts `node_modules/.bin` there).
 */
import { execFile } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { delimiter, dirname, extname, isAbsolute, join, sep } from "node:path";
import { isProgram, programsFor } from "../programs/find-command.js";
import { startable } from "../programs/interpreter.js";
import { neutralDirectory, neutralEnvironment } from "../programs/neutral.js";
import { isShim } from "../programs/shims.js";
import { workspaceTest } from "../programs/workspace-files.js";
import type { ServerProgram } from "./servers-table.js";

/** A program that can be started. */
export interface FoundProgram {
  readonly command: string;
  readonly args: readonly string[];
  /** The program or script itself, for people and for questions of trust. */
  readonly path: string;
  readonly isFromWorkspace: boolean;
  /** A version manager's: files of the folder say what it runs. */
  readonly isShim: boolean;
}

/** Where to look, and how far to trust what is there. */
export interface SearchPlace {
  readonly folder: string;
  readonly folders: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly mayRunFromWorkspace: (path: string) => boolean;
}

/** Where a program is run. */
export interface RunPlace {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

const versionMs = 5000;

/** A script for Node, which Windows cannot start by itself. */
async function isNodeScript(path: string): Promise<boolean> {
  if ([".js", ".mjs", ".cjs"].includes(extname(path))) return true;
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(128), 0, 128, 0);
      return /^#!.*\bnode\b/.test(buffer.toString("latin1", 0, bytesRead));
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

/** The script that an npm package declares under a name; exact where `.bin` may hold another package's of that name. */
async function packageScript(folder: string, packageName: string, name: string): Promise<string | undefined> {
  const home = join(folder, "node_modules", packageName);
  try {
    const manifest: unknown = JSON.parse(await readFile(join(home, "package.json"), "utf8"));
    if (typeof manifest !== "object" || manifest === null || !("bin" in manifest)) return undefined;
    const { bin } = manifest;
    if (typeof bin === "string") return join(home, bin);
    const script = typeof bin === "object" && bin !== null ? new Map(Object.entries(bin)).get(name) : undefined;
    return typeof script === "string" ? join(home, script) : undefined;
  } catch {
    return undefined;
  }
}

async function* inWorkspace(program: ServerProgram, place: SearchPlace): AsyncGenerator<string> {
  if (program.npmPackage === undefined) return;
  // Upwards beyond the workspace folder too: it may be a part of a bigger repository.
  for (let at = place.folder; ; at = dirname(at)) {
    const script = await packageScript(at, program.npmPackage, program.command);
    if (script !== undefined && place.mayRunFromWorkspace(script)) yield script;
    if (dirname(at) === at) return;
  }
}

async function* onPath({ command }: ServerProgram, place: SearchPlace): AsyncGenerator<string> {
  for await (const { path, isFromWorkspace } of programsFor(command, place))
    if (!isFromWorkspace || place.mayRunFromWorkspace(path)) yield path;
}

/** How to start what was found. A script of an npm package is run by this Node. */
async function startOf(path: string, given: readonly string[]): Promise<Pick<FoundProgram, "command" | "args">> {
  if (path.includes(`${sep}node_modules${sep}`) && (await isNodeScript(path)))
    return { command: process.execPath, args: [path, ...given] };
  const { file, args } = startable(path, given, { env: process.env });
  return { command: file, args };
}

function printsVersion(start: Pick<FoundProgram, "command" | "args">, place: RunPlace, pattern: RegExp) {
  return new Promise<boolean>((resolve) => {
    execFile(start.command, [...start.args], { ...place, timeout: versionMs, windowsHide: true }, (_error, stdout) =>
      resolve(pattern.test(stdout)),
    );
  });
}

/**
 * The first place where the program is: the workspace's `node_modules` where it is trusted, then PATH. A command that
 * the user gave as a path is taken as it is.
 */
export async function findServerProgram(program: ServerProgram, place: SearchPlace): Promise<FoundProgram | undefined> {
  const candidates = async function* () {
    if (isAbsolute(program.command)) yield program.command;
    else {
      yield* inWorkspace(program, place);
      yield* onPath(program, place);
    }
  };
  const where = await runPlaceOf(place, place.folder);
  const isOurs = await workspaceTest(place.folders);
  for await (const path of candidates()) {
    if (!(await isProgram(path)) && !(await isNodeScript(path))) continue;
    if (program.version && !(await printsVersion(await startOf(path, ["--version"]), where, program.version))) continue;
    const start = await startOf(path, program.args);
    return { ...start, path, isFromWorkspace: await isOurs(path), isShim: await isShim(path) };
  }
  return undefined;
}

/**
 * Where a server runs, and with which environment. Servers obey files of their directory, and start programs of their
 * own by name (`node`, `python`, `go`, `cargo`): without trust they find neither.
 */
export async function runPlaceOf(place: SearchPlace, root: string): Promise<RunPlace> {
  const { env, folder, folders, mayRunFromWorkspace } = place;
  // Electron's own program is Node only when it is told to be.
  const asNode = "electron" in process.versions ? { ELECTRON_RUN_AS_NODE: "1" } : {};
  if (!mayRunFromWorkspace(folder))
    return { cwd: neutralDirectory(env), env: { ...(await neutralEnvironment(env, folders)), ...asNode } };
  const own = { ...env, ...asNode };
  const name = env.PATH === undefined ? "Path" : "PATH";
  const path = env[name];
  if (path === undefined) return { cwd: root, env: own };
  // Another folder of the same workspace may not be trusted.
  const isOurs = await workspaceTest(folders.filter((each) => !mayRunFromWorkspace(each)));
  const kept: string[] = [];
  for (const entry of path.split(delimiter)) if (!(await isOurs(entry))) kept.push(entry);
  return { cwd: root, env: { ...own, [name]: kept.join(delimiter) } };
}
