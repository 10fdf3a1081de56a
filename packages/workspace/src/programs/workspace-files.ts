/** Distinguishes files of the workspace from other files. Code in a workspace must not run until the user agrees. */
import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem-ide/base/node";

function isInNodeModulesAbove(path: string, folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    if (isInside(join(at, "node_modules"), path)) return true;
    if (dirname(at) === at) return false;
  }
}

/** Resolves symbolic links. Returns the path unchanged if it doesn't exist. */
export async function toRealPath(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Resolves the symbolic links of the path's folder, but not the path itself if it is one. */
export async function inRealFolder(path: string): Promise<string> {
  return join(await toRealPath(dirname(path)), basename(path));
}

/**
 * Returns a function that checks whether a path belongs to the workspace. Everything in the folders does, including
 * through symbolic links, and so do the `node_modules` above them, which npm puts on PATH.
 *
 * @example
 * const isOurs = await workspaceTest(["/project"]);
 * await isOurs("/project/node_modules/.bin/tsc"); // true
 */
export async function workspaceTest(folders: readonly string[]): Promise<(path: string) => Promise<boolean>> {
  const roots = [...new Set([...folders, ...(await Promise.all(folders.map(toRealPath)))])];
  return async (path) => {
    if (roots.length === 0) return false;
    // Checks its folder too: the `python` of a virtual environment is a link to the system's, but belongs to the
    // environment.
    const names = [path, await toRealPath(path), await inRealFolder(path)];
    return names.some((name) => roots.some((root) => isInside(root, name) || isInNodeModulesAbove(name, root)));
  };
}

/**
 * Returns the folders that count as the workspace for a command that runs in a directory. The home directory and the
 * folders above it contain the user's programs, so they don't count. A relative home is ignored.
 *
 * @example
 * workspaceAt("/home/me/project", "/home/me"); // ["/home/me/project"]
 */
export function workspaceAt(cwd: string, home: string): readonly string[] {
  return isAbsolute(home) && isInside(cwd, home) ? [] : [cwd];
}
