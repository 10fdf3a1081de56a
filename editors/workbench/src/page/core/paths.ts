/** Paths as the host writes them, for showing. The page never joins paths that it could ask the host for. */
import type { Folder } from "../../messages.js";

/** The last part of a path. */
export function fileNameOf(path: string, separator: string): string {
  return path.slice(path.lastIndexOf(separator) + 1) || path;
}

/** All but the last part of a path. */
export function folderOf(path: string, separator: string): string {
  return path.slice(0, Math.max(path.lastIndexOf(separator), 0));
}

/** The workspace folder that a path is in, the innermost one. */
export function workspaceFolderOf(path: string, folders: readonly Folder[], separator: string): Folder | undefined {
  const isIn = ({ path: folder }: Folder) =>
    path === folder || path.startsWith(folder.endsWith(separator) ? folder : folder + separator);
  return folders.filter(isIn).sort((a, b) => b.path.length - a.path.length)[0];
}

/** A path as people say it: relative to its workspace folder, which is named when there are several. */
export function shortPath(path: string, folders: readonly Folder[], separator: string): string {
  const folder = workspaceFolderOf(path, folders, separator);
  if (!folder || path === folder.path) return path;
  const rest = path.slice(folder.path.length + (folder.path.endsWith(separator) ? 0 : separator.length));
  return folders.length > 1 ? `${folder.name}${separator}${rest}` : rest;
}

/** The folders above a path inside its workspace folder, outermost first, beginning with the workspace folder. */
export function foldersAbove(path: string, folders: readonly Folder[], separator: string): string[] {
  const root = workspaceFolderOf(path, folders, separator);
  if (!root) return [];
  const above: string[] = [];
  let at = folderOf(path, separator);
  while (at.length > root.path.length) {
    above.unshift(at);
    at = folderOf(at, separator);
  }
  return path === root.path ? [] : [root.path, ...above];
}
