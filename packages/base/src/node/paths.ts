/** How paths lie to each other, and how people write them. */
import { homedir } from "node:os";
import nodePath, { join, type PlatformPath, sep } from "node:path";

/**
 * True for the folder itself and for everything below it, as both are written: resolve links first where that matters.
 * A relative path starts from the working directory of this process. Another system's paths need that system's `paths`.
 *
 * @example
 * isInside("/project", "/project/src/a.ts"); // true
 */
export function isInside(folder: string, path: string, paths: PlatformPath = nodePath): boolean {
  const way = paths.relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${paths.sep}`) && !paths.isAbsolute(way));
}

/** The innermost of these folders that holds a path: one workspace folder may lie in another. */
export function innermostFolder(folders: readonly string[], path: string): string | undefined {
  return folders.filter((folder) => isInside(folder, path)).sort((a, b) => b.length - a.length)[0];
}

/** `/home/ada/engine` becomes `~/engine`, for people to read. */
export function tilde(path: string, home: string = homedir()): string {
  if (path === home) return "~";
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** `~/engine` becomes `/home/ada/engine`. */
export function untilde(path: string, home: string = homedir()): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}
