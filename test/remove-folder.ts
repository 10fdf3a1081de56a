import { rmSync } from "node:fs";
import { eventually } from "./eventually.js";

/**
 * Removes a folder although an exiting program may still write to it. Node's own retries don't remove files that were
 * created in the meantime.
 */
export async function removeFolder(folder: string): Promise<void> {
  await eventually(() => rmSync(folder, { recursive: true, force: true }));
}
