/** How folders lie to each other. */
import { realpath } from "node:fs/promises";
import { isInside } from "@tandem/base/node";

/** Whether the working directory is one of the folders or lies below one, symbolic links resolved. */
export async function servesHere(folders: readonly string[], cwd: string): Promise<boolean> {
  for (const folder of folders)
    if (folder !== "" && isInside(await realpath(folder).catch(() => folder), cwd)) return true;
  return false;
}
