import { rmSync } from "node:fs";
import { eventually } from "./eventually.js";

/** Removes a folder into which an ending program may still write: Node's own retries do not look at what came meanwhile. */
export async function removeFolder(folder: string): Promise<void> {
  await eventually(() => rmSync(folder, { recursive: true, force: true }));
}
