/**
 * Finds the program of a language server. Running something out of the workspace's `node_modules` is running the
 * workspace's code, which opening a folder must not do: without trust only PATH counts, and of that only what lies
 * outside of the workspace (`npm run` puts `node_modules/.bin` there).
 */
import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, open, readFile, realpath, stat } from "node:fs/promises";
import { delimiter, dirname, extname, isAbsolute, join, sep } from "node:path";
import type { ServerProgram } from "./servers-table.js";

/** A program that can be started. */
export interface FoundCommand {
  readonly command: string;
  readonly args: readonly string[];
  /** The program or script itself, for people and for questions of trust. */
  readonly path: string;
  readonly isFromWorkspace: boolean;
}

/** Where to look, and how far to trust what is there. */
export interface SearchPlace {
  readonly folder: string;
  readonly folders: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly mayRunFromWorkspace: (path: string) => boolean;
}

const versionMs = 5000;

export function isInside(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function isInNodeModulesAbove(path: string, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (isInside(path, join(at, "node_modules"))) return true;
    if (dirname(at) === at) return false;
  }
}

async function toRealPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/**
 * Tells what is the workspace's: all in its folders, by whatever name, and the `node_modules` that are looked into from
 * there, which may be those of the bigger repository around it.
 */
async function workspaceTest(folders: readonly string[]): Promise<(path: string) => Promise<boolean>> {
  const roots = [...new Set([...folders, ...(await Promise.all(folders.map(toRealPath)))])];
  return async (path) =>
    [path, await toRealPath(path)].some((each) =>
      roots.some((root) => isInside(each, root) || isInNodeModulesAbove(each, root)),
    );
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

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
  const { env } = place;
  const isOurs = await workspaceTest(place.folders);
  const path = env.PATH ?? env.Path ?? "";
  const endings = process.platform === "win32" ? (env.PATHEXT ?? ".EXE;.CMD;.BAT").split(";") : [""];
  for (const directory of path.split(delimiter)) {
    // A relative entry means another program in every folder.
    if (!isAbsolute(directory)) continue;
    for (const ending of endings) {
      const candidate = join(directory, command + ending);
      if (!(await isProgram(candidate))) continue;
      if (!(await isOurs(candidate)) || place.mayRunFromWorkspace(candidate)) yield candidate;
    }
  }
}

/** How to start what was found. A batch file needs a shell; a script of an npm package is run by this Node. */
async function startable(path: string, args: readonly string[]): Promise<Pick<FoundCommand, "command" | "args">> {
  if (/\.(cmd|bat)$/i.test(path))
    return { command: process.env.ComSpec ?? "cmd.exe", args: ["/d", "/s", "/c", path, ...args] };
  if (path.includes(`${sep}node_modules${sep}`) && (await isNodeScript(path)))
    return { command: process.execPath, args: [path, ...args] };
  return { command: path, args };
}

function printsVersion(start: Pick<FoundCommand, "command" | "args">, env: NodeJS.ProcessEnv, pattern: RegExp) {
  return new Promise<boolean>((resolve) => {
    execFile(start.command, [...start.args], { env, timeout: versionMs, windowsHide: true }, (_error, stdout) =>
      resolve(pattern.test(stdout)),
    );
  });
}

/**
 * The first place where the program is: the workspace's `node_modules` where it is trusted, then PATH. A command that
 * the user gave as a path is taken as it is.
 */
export async function findCommand(program: ServerProgram, place: SearchPlace): Promise<FoundCommand | undefined> {
  const candidates = async function* () {
    if (isAbsolute(program.command)) yield program.command;
    else {
      yield* inWorkspace(program, place);
      yield* onPath(program, place);
    }
  };
  const env = await environmentFor(place);
  const isOurs = await workspaceTest(place.folders);
  for await (const path of candidates()) {
    if (!(await isProgram(path)) && !(await isNodeScript(path))) continue;
    if (program.version && !(await printsVersion(await startable(path, ["--version"]), env, program.version))) continue;
    return { ...(await startable(path, program.args)), path, isFromWorkspace: await isOurs(path) };
  }
  return undefined;
}

/**
 * The environment of a server. Servers run in the workspace and start programs of their own by name (`node`, `python`,
 * `go`, `cargo`): without trust they are not to find one there.
 */
export async function environmentFor(place: SearchPlace): Promise<NodeJS.ProcessEnv> {
  const { env, folder, folders, mayRunFromWorkspace } = place;
  // Electron's own program is Node only when it is told to be.
  const own = "electron" in process.versions ? { ...env, ELECTRON_RUN_AS_NODE: "1" } : env;
  if (mayRunFromWorkspace(folder)) return own;
  const name = env.PATH === undefined ? "Path" : "PATH";
  const isOurs = await workspaceTest(folders);
  const kept: string[] = [];
  for (const directory of (env[name] ?? "").split(delimiter))
    if (isAbsolute(directory) && !(await isOurs(directory))) kept.push(directory);
  return { ...own, [name]: kept.join(delimiter) };
}
