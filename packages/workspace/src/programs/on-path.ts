/** Looks for programs on PATH, and says which of them a workspace put there. */
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { isAbsolute, posix, win32 } from "node:path";
import type { Environment } from "@tandem/base";
import { workspaceTest } from "./workspace-files.js";

/** A program that PATH leads to. */
export interface ProgramOnPath {
  readonly path: string;
  /** A file of the workspace, or found through a relative entry, which means another program in every folder. */
  readonly isFromWorkspace: boolean;
}

/** Where to look. */
export interface PathSearch {
  readonly env: Environment;
  /** The workspace folders. */
  readonly folders: readonly string[];
  /** What relative entries of PATH start from; without it they are passed over. */
  readonly cwd?: string;
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
  return Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];
}

function endingsOf(name: string, env: Environment, platform: string): readonly string[] {
  if (platform !== "win32") return [""];
  const endings = (variable(env, "PATHEXT", platform) ?? ".COM;.EXE;.BAT;.CMD")
    .split(";")
    .filter((each) => each !== "");
  return endings.some((ending) => name.toUpperCase().endsWith(ending.toUpperCase())) ? [""] : endings;
}

/**
 * Every program of a name, in the order of PATH.
 *
 * @example
 * for await (const { path, isFromWorkspace } of programsOnPath("node", { env: process.env, folders })) console.log(path);
 */
export async function* programsOnPath(name: string, search: PathSearch): AsyncGenerator<ProgramOnPath> {
  const { env, folders, cwd, platform = process.platform } = search;
  const paths = platform === "win32" ? win32 : posix;
  const isOurs = await workspaceTest(folders);
  for (const entry of (variable(env, "PATH", platform) ?? "").split(paths.delimiter)) {
    const isRelative = !paths.isAbsolute(entry);
    // An empty one means the current directory, but for Windows.
    if ((entry === "" && platform === "win32") || (isRelative && cwd === undefined)) continue;
    for (const ending of endingsOf(name, env, platform)) {
      const path = isRelative ? paths.resolve(cwd ?? "", entry, name + ending) : paths.join(entry, name + ending);
      if (await isProgram(path)) yield { path, isFromWorkspace: isRelative || (await isOurs(path)) };
    }
  }
}

/**
 * The first program of a name that is not the workspace's.
 *
 * @example
 * const node = await findOutside("node", { env: process.env, folders: ["/project"] });
 */
export async function findOutside(name: string, search: PathSearch): Promise<string | undefined> {
  for await (const { path, isFromWorkspace } of programsOnPath(name, search)) if (!isFromWorkspace) return path;
  return undefined;
}

/** The entries of a list of folders, such as PATH, that are absolute and pass the test. */
export async function keptEntries(
  list: string,
  mayStay: (folder: string) => boolean | Promise<boolean>,
): Promise<readonly string[]> {
  const delimiter = process.platform === "win32" ? ";" : ":";
  const kept: string[] = [];
  for (const entry of list.split(delimiter)) if (isAbsolute(entry) && (await mayStay(entry))) kept.push(entry);
  return kept;
}
