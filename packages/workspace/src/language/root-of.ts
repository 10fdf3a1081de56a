import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { innermostFolder, isInside } from "@tandem-ide/base/node";

/** Returns the innermost workspace folder of a file. Outside all folders, it is the first, whose server treats the file as a loose one. */
export function folderOf(path: string, folders: readonly string[]): string | undefined {
  return innermostFolder(folders, path) ?? folders[0];
}

/** Returns the outermost folder with one of the markers, within the workspace folder, or else the workspace folder. */
export function rootOf(path: string, folder: string, markers: readonly string[]): string {
  if (markers.length === 0 || !isInside(folder, path)) return folder;
  let root = folder;
  for (let at = dirname(path); isInside(folder, at); at = dirname(at)) {
    if (markers.some((marker) => existsSync(join(at, marker)))) root = at;
    if (dirname(at) === at) break;
  }
  return root;
}
