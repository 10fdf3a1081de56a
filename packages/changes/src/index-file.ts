import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./owner.js";

/** Continues with the index of a process that has ended, which saves reading every file again. */
export function adoptIndex(directory: string, key: string, index: string): void {
  for (const name of readdirSync(directory)) {
    const owner = name.startsWith("index-") && name.endsWith(`-${key}`) ? name.slice(6, -key.length - 1) : undefined;
    if (owner === undefined || isRunning(owner)) continue;
    try {
      // Renamed and not copied, because git compares times of files with that of the index.
      renameSync(join(directory, name), index);
      return;
    } catch {
      // Another process was faster.
    }
  }
}
