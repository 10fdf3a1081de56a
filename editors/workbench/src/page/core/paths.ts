/** Paths of the host, for display. */
import type { Folder, Model } from "../../messages.js";

/** The part of the model that describes paths. */
type PathModel = Pick<Model, "folders" | "separator">;

export function fileNameOf(path: string, separator: string): string {
  return path.slice(path.lastIndexOf(separator) + 1) || path;
}

export function folderOf(path: string, separator: string): string {
  return path.slice(0, Math.max(path.lastIndexOf(separator), 0));
}

/** Returns the innermost workspace folder that contains a path. */
export function workspaceFolderOf(path: string, { folders, separator }: PathModel): Folder | undefined {
  const isIn = ({ path: folder }: Folder) =>
    path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
  return folders.filter(isIn).sort((a, b) => b.path.length - a.path.length)[0];
}

/** Returns a path relative to its workspace folder, with the folder's name if there are several. */
export function shortPath(path: string, model: PathModel | undefined): string {
  const folder = model && workspaceFolderOf(path, model);
  if (!folder || path === folder.path) return path;
  const { folders, separator } = model;
  const rest = path.slice(folder.path.length + (folder.path.endsWith(separator) ? 0 : separator.length));
  return folders.length > 1 ? `${folder.name}${separator}${rest}` : rest;
}

/** Returns the folders from the workspace folder down to the parent of a path. */
export function foldersAbove(path: string, model: PathModel): string[] {
  const root = workspaceFolderOf(path, model);
  if (!root) return [];
  const above: string[] = [];
  let at = folderOf(path, model.separator);
  while (at.length > root.path.length) {
    above.unshift(at);
    at = folderOf(at, model.separator);
  }
  return path === root.path ? [] : [root.path, ...above];
}
