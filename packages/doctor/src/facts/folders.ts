/** How folders lie to each other. */
import { realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";

/** Whether a place is a folder or lies below it, as both are written. */
export function isInside(place: string, folder: string): boolean {
  const way = relative(folder, place);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/** Whether the working directory is one of the folders or lies below one, symbolic links resolved. */
export async function servesHere(folders: readonly string[], cwd: string): Promise<boolean> {
  for (const folder of folders)
    if (folder !== "" && isInside(cwd, await realpath(folder).catch(() => folder))) return true;
  return false;
}
