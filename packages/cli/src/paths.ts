/** Paths as people write and read them. */
import { homedir } from "node:os";
import { join, relative, sep } from "node:path";
import { isInside } from "@tandem/base/node";
import { visibleName } from "./visible.js";

/** `/home/ada/engine` becomes `~/engine`, for people to read: nothing in it draws on the terminal. */
export function tilde(path: string, home: string = homedir()): string {
  if (path === home) return "~";
  return visibleName(path.startsWith(home + sep) ? `~${path.slice(home.length)}` : path);
}

/** `~/engine` becomes `/home/ada/engine`: a shell has not seen what is typed at our own prompt. */
export function untilde(path: string, home: string = homedir()): string {
  return path === "~" || path.startsWith("~/") ? join(home, path.slice(1)) : path;
}

/** The path below the first of these folders that holds it, else with `~`; for people too. */
export function shorten(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const inside = isInside(folder, path) ? relative(folder, path) : "";
    if (inside !== "") return visibleName(inside);
  }
  return tilde(path);
}
