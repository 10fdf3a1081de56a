import { homedir } from "node:os";
import nodePath, { join, type PlatformPath, sep } from "node:path";

/**
 * Returns true if `path` is `folder` or is below it. It doesn't resolve links, so do that first if it matters.
 * Relative paths start at this process's working directory. Pass `paths` to compare another platform's paths.
 *
 * @example
 * isInside("/project", "/project/src/a.ts"); // true
 */
export function isInside(folder: string, path: string, paths: PlatformPath = nodePath): boolean {
  const relativePath = paths.relative(folder, path);
  return (
    relativePath === "" ||
    (relativePath !== ".." && !relativePath.startsWith(`..${paths.sep}`) && !paths.isAbsolute(relativePath))
  );
}

/** Returns the innermost folder that contains `path`. Workspace folders can be nested. */
export function innermostFolder(folders: readonly string[], path: string): string | undefined {
  return folders.filter((folder) => isInside(folder, path)).sort((a, b) => b.length - a.length)[0];
}

/** Shortens `/home/ada/engine` to `~/engine` for display. */
export function tilde(path: string, home: string = homedir()): string {
  if (path === home) return "~";
  return path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path;
}

/** Expands `~/engine` to `/home/ada/engine`. */
export function expandTilde(path: string, home: string = homedir()): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}
