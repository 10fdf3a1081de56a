/** Which folder a file belongs to. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { isInside } from "../programs/workspace-files.js";

/** The innermost workspace folder around a file; for one outside of all of them the first, whose server takes it as a loose file. */
export function folderOf(path: string, folders: readonly string[]): string | undefined {
  const around = folders.filter((folder) => isInside(path, folder));
  return (
    around.reduce<string | undefined>(
      (best, folder) => (best === undefined || folder.length > best.length ? folder : best),
      undefined,
    ) ?? folders[0]
  );
}

/** The outermost folder with one of the markers, between the workspace folder and the file; else the workspace folder. */
export function rootOf(path: string, folder: string, markers: readonly string[]): string {
  if (markers.length === 0 || !isInside(path, folder)) return folder;
  let root = folder;
  for (let at = dirname(path); isInside(at, folder); at = dirname(at)) {
    if (markers.some((marker) => existsSync(join(at, marker)))) root = at;
    if (dirname(at) === at) break;
  }
  return root;
}
