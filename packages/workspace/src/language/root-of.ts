/** Which folder a file belongs to. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { innermostFolder, isInside } from "@tandem/base/node";

/** The innermost workspace folder around a file; for one outside of all of them the first, whose server takes it as a loose file. */
export function folderOf(path: string, folders: readonly string[]): string | undefined {
  return innermostFolder(folders, path) ?? folders[0];
}

/** The outermost folder with one of the markers, between the workspace folder and the file; else the workspace folder. */
export function rootOf(path: string, folder: string, markers: readonly string[]): string {
  if (markers.length === 0 || !isInside(folder, path)) return folder;
  let root = folder;
  for (let at = dirname(path); isInside(folder, at); at = dirname(at)) {
    if (markers.some((marker) => existsSync(join(at, marker)))) root = at;
    if (dirname(at) === at) break;
  }
  return root;
}
