/** Tells the workspace's own files from the user's: what lies in a workspace is code that nobody has agreed to run. */
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem/base/node";

function isInNodeModulesAbove(path: string, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (isInside(join(at, "node_modules"), path)) return true;
    if (dirname(at) === at) return false;
  }
}

/** The path without symbolic links; as it is where there is nothing. */
export async function toRealPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** The path with its folder's links resolved, and not its own. */
export async function inRealFolder(path: string): Promise<string> {
  return join(await toRealPath(dirname(path)), basename(path));
}

/** Whether a path is the workspace's. */
export type WorkspaceTest = (path: string) => Promise<boolean>;

/**
 * Everything in the folders counts, under whatever name a link gives it, and so do the `node_modules` above them: npm
 * puts those of the repository around a folder on PATH.
 *
 * @example
 * const isOurs = await workspaceTest(["/project"]);
 * await isOurs("/project/node_modules/.bin/tsc"); // true
 */
export async function workspaceTest(folders: readonly string[]): Promise<WorkspaceTest> {
  const roots = [...new Set([...folders, ...(await Promise.all(folders.map(toRealPath)))])];
  return async (path) => {
    if (roots.length === 0) return false;
    // By its folder too: a virtual environment's python is a link to the system's, and still the environment's.
    const names = [path, await toRealPath(path), await inRealFolder(path)];
    return names.some((name) => roots.some((root) => isInside(root, name) || isInNodeModulesAbove(name, root)));
  };
}

/**
 * The folders that count as the workspace for a command that is run in a directory. In the home directory, or above it,
 * the user's own programs lie too. A relative home is nobody's.
 *
 * @example
 * workspaceAt("/home/me/project", "/home/me"); // ["/home/me/project"]
 */
export function workspaceAt(cwd: string, home: string): readonly string[] {
  return isAbsolute(home) && isInside(cwd, home) ? [] : [cwd];
}
