/** Lists one folder for a file tree. It applies .gitignore files and skips `.git/`. */
import { readdir, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type IgnoreFile, ignoreFileOf, ignoreFilesAbove, isIgnored } from "./ignore-files.js";

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  /** Also true for a link to a folder. */
  readonly isFolder: boolean;
  readonly isLink: boolean;
}

/** Returns the .gitignore files that apply in a directory below the workspace folder `root`. */
function upgradeRules(directory: string, root: string): IgnoreFile[] {
  const between: string[] = [];
  for (let each = directory; each.length >= root.length; each = dirname(each)) {
    between.unshift(each);
    if (each === root || dirname(each) === each) break;
  }
  return [...ignoreFilesAbove(root), ...between.map(ignoreFileOf).filter((file) => file !== undefined)];
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false; // A broken link.
  }
}

/**
 * Returns the entries of a directory, folders first, sorted naturally. Throws system errors.
 *
 * @example
 * await listFolder("/home/me/app/src", "/home/me/app") // [{ name: "index.ts", … }]
 */
export async function listFolder(directory: string, root: string): Promise<FolderEntry[]> {
  const rules = upgradeRules(directory, root);
  const entries: FolderEntry[] = [];
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    const isLink = entry.isSymbolicLink();
    const isDirectory = entry.isDirectory() || (isLink && (await isFolder(path)));
    if ((isDirectory && entry.name === ".git") || isIgnored(path, isDirectory && !isLink, rules)) continue;
    entries.push({ name: entry.name, path, isFolder: isDirectory, isLink });
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
  return entries.sort((a, b) => Number(b.isFolder) - Number(a.isFolder) || compare(a.name, b.name));
}
