/** How paths lie to each other, and how people write them. */
import { homedir } from "node:os";
import { isAbsolute, join, relative, sep } from "node:path";

/**
 * True for the folder itself and for everything below it, as both are written: resolve links first where that matters.
 *
 * @example
 * isInside("/project", "/project/src/a.ts"); // true
 */
export function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
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
