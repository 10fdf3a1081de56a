/** Looks for the program of a command, on PATH and elsewhere, and says whether a workspace put it there. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { Environment } from "@tandem/base";
import { workspaceTest } from "./workspace-files.js";

/** A program that a command may mean. */
export interface FoundProgram {
  readonly path: string;
  /** A file of the workspace, or found by a relative path, which means another program in every folder. */
  readonly isFromWorkspace: boolean;
}

/** Where to look. */
export interface PathSearch {
  readonly env: Environment;
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** What relative paths and entries of PATH start from; without it they are passed over. */
  readonly cwd?: string;
  /** Where to look instead of PATH. */
  readonly places?: readonly string[] | undefined;
  readonly platform?: string;
}

/** True for a file that can be executed. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Windows does not tell upper from lower case in the names of variables. */
export function variable(env: Environment, name: string, platform: string = process.platform): string | undefined {
  if (platform !== "win32") return env[name];
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
}

function endingsOf(name: string, env: Environment, platform: string): readonly string[] {
  if (platform !== "win32") return [""];
  const endings = (variable(env, "PATHEXT", platform) ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((each) => each !== "");
  return endings.some((ending) => name.toUpperCase().endsWith(ending.toUpperCase())) ? [""] : endings;
}

/** A command that is a path is taken from `cwd`; PATH has no say. */
function isPath(command: string, platform: string): boolean {
  return command.includes("/") || (platform === "win32" && command.includes("\\"));
}

/**
 * Every file that a command may mean, there or not, in the order in which a shell looks.
 *
 * @example
 * for (const { path } of commandFiles("claude", { env: process.env, folders })) console.log(path);
 */
export function* commandFiles(
  command: string,
  search: PathSearch,
): Generator<{ readonly path: string; readonly isRelative: boolean }> {
  const { env, cwd, platform = process.platform } = search;
  const paths = platform === "win32" ? win32 : posix;
  const onPath = () => search.places ?? (variable(env, "PATH", platform) ?? "").split(paths.delimiter);
  for (const entry of isPath(command, platform) ? ["."] : onPath()) {
    const isRelative = !paths.isAbsolute(entry) && !paths.isAbsolute(command);
    // An empty one means the current directory, but for Windows.
    if ((entry === "" && platform === "win32") || (isRelative && cwd === undefined)) continue;
    for (const ending of endingsOf(command, env, platform))
      yield { path: paths.resolve(cwd ?? "", entry, command + ending), isRelative };
  }
}

/**
 * Every program that a command may mean, in the order in which a shell looks.
 *
 * @example
 * for await (const { path, isFromWorkspace } of programsFor("node", { env: process.env, folders })) console.log(path);
 */
export async function* programsFor(command: string, search: PathSearch): AsyncGenerator<FoundProgram> {
  const isOurs = await workspaceTest(search.folders);
  for (const { path, isRelative } of commandFiles(command, search))
    if (await isProgram(path)) yield { path, isFromWorkspace: isRelative || (await isOurs(path)) };
}

/**
 * The first program of a name that is not the workspace's.
 *
 * @example
 * const node = await findOutside("node", { env: process.env, folders: ["/project"] });
 */
export async function findOutside(name: string, search: PathSearch): Promise<string | undefined> {
  for await (const { path, isFromWorkspace } of programsFor(name, search)) if (!isFromWorkspace) return path;
  return undefined;
}

/**
 * The program for a command that somebody has typed or set. A path is taken at its word; a name means no program of the
 * workspace, which is code that nobody has agreed to run.
 *
 * @example
 * await findCommand("claude", { env: process.env, cwd: "/project", folders: ["/project"] }); // "/usr/bin/claude"
 */
export async function findCommand(
  command: string,
  search: PathSearch & { readonly cwd: string },
): Promise<string | undefined> {
  if (!isPath(command, search.platform ?? process.platform)) return await findOutside(command, search);
  for await (const { path } of programsFor(command, search)) return path;
  return undefined;
}
