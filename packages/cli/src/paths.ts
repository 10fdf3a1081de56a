/** Formats paths for messages. */
import { relative } from "node:path";
import { isInside, tilde } from "@tandem-ide/base/node";
import { visibleName } from "./visible.js";

/** Shortens `/home/ada/engine` to `~/engine` and makes control characters visible. */
export function shownPath(path: string): string {
  return visibleName(tilde(path));
}

/** Returns the path relative to the first of these folders that contains it, or else with `~`. */
export function shorten(path: string, folders: readonly string[]): string {
  for (const folder of folders) {
    const inside = isInside(folder, path) ? relative(folder, path) : "";
    if (inside !== "") return visibleName(inside);
  }
  return shownPath(path);
}
