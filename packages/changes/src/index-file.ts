import { readdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "./owner.js";

/** Continues with the index of a process that has exited, which saves reading every file again. */
export function adoptIndex(directory: string, key: string, index: string): void {
  for (const name of readdirSync(directory)) {
    const owner = name.startsWith("index-") && name.endsWith(`-${key}`) ? name.slice(6, -key.length - 1) : undefined;
    if (owner === undefined || isRunning(owner)) continue;
    try {
      // Renamed instead of copied, because git compares the times of files with the index's.
      renameSync(join(directory, name), index);
      return;
    } catch {
      // Another process was faster.
    }
  }
}
