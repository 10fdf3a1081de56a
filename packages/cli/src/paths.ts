/** Paths for people to read. */
import { relative } from "node:path";
import { isInside, tilde } from "@tandem/base/node";
import { visibleName } from "./visible.js";

/** `/home/ada/engine` becomes `~/engine`, and nothing in it draws on the terminal. */
export function shownPath(path: string): string {
  return visibleName(tilde(path));
}

/** The path below the first of these folders that holds it, else with `~`; for people too. */
export function shorten(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const inside = isInside(folder, path) ? relative(folder, path) : "";
    if (inside !== "") return visibleName(inside);
  }
  return shownPath(path);
}
