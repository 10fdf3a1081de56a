/** Finds the program for a command, on PATH and elsewhere, and reports whether it comes from a workspace. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { Environment } from "@tandem-ide/base";
import { workspaceTest } from "./workspace-files.js";

/** A program that matches a command. */
export interface FoundProgram {
  readonly path: string;
  /** True for a file in the workspace, and for one found by a relative path, which depends on the current folder. */
  readonly isFromWorkspace: boolean;
}

/** Where to look. */
export interface PathSearch {
  readonly env: Environment;
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** The base of relative paths and PATH entries. Without it they are skipped. */
  readonly cwd?: string;
  /** The folders to search instead of PATH. */
  readonly searchIn?: readonly string[] | undefined;
  readonly platform?: string;
}

/** Returns whether a path is an executable file. */
export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** Reads an environment variable. Windows ignores the case of its name. */
export function variable(env: Environment, name: string, platform: string = process.platform): string | undefined {
  if (platform !== "win32") return env[name];
  return Object.entries(env).find(([key]) => key.toUpperCase() === name.toUpperCase())?.[1];
}

function extensionsFor(name: string, env: Environment, platform: string): readonly string[] {
  if (platform !== "win32") return [""];
  const extensions = (variable(env, "PATHEXT", platform) ?? ".COM;.EXE;.BAT;.CMD").split(";").filter(Boolean);
  return extensions.some((each) => name.toUpperCase().endsWith(each.toUpperCase())) ? [""] : extensions;
}

/** A command that is a path is resolved from `cwd`, not from PATH. */
function isPath(command: string, platform: string): boolean {
  return command.includes("/") || (platform === "win32" && command.includes("\\"));
}

/**
 * Lists every path that a command may refer to, existing or not, in the order in which a shell searches.
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
  const onPath = () => search.searchIn ?? (variable(env, "PATH", platform) ?? "").split(paths.delimiter);
  for (const entry of isPath(command, platform) ? ["."] : onPath()) {
    const isRelative = !paths.isAbsolute(entry) && !paths.isAbsolute(command);
    // An empty entry is the current directory, except on Windows.
    if ((entry === "" && platform === "win32") || (isRelative && cwd === undefined)) continue;
    for (const extension of extensionsFor(command, env, platform))
      yield { path: paths.resolve(cwd ?? "", entry, command + extension), isRelative };
  }
}

/**
 * Lists every program that matches a command, in the order in which a shell searches.
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
 * Finds the first program with this name outside the workspace.
 *
 * @example
 * const node = await findOutside("node", { env: process.env, folders: ["/project"] });
 */
export async function findOutside(name: string, search: PathSearch): Promise<string | undefined> {
  for await (const { path, isFromWorkspace } of programsFor(name, search)) if (!isFromWorkspace) return path;
  return undefined;
}

/**
 * Finds the program for a command that the user typed or set. A path is used as is. A name never matches a program in the
 * workspace, because that is code the user hasn't agreed to run.
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
