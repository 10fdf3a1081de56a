/**
 * The files of a folder: .gitignore files count, also where there is no git; dot files are in, `.git/` is out, links
 * are named and not followed (WSM-06, WSM-07).
 */
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { holdFolder } from "./held-folder.js";
import { type IgnoreFile, ignoreFileOf, ignoreFilesAbove, isIgnored } from "./ignore-files.js";

export interface ListOptions {
  readonly signal: AbortSignal;
  /** True for a path that must not be named. It is asked for links too, whose target may be what is withheld. */
  readonly isWithheld: (path: string, isLink: boolean) => boolean;
}

/** Paths relative to `folder`, with `/` between parts, sorted within each directory. */
export async function listFiles(folder: string, options: ListOptions): Promise<string[]> {
  const found: string[] = [];
  async function walk(
    directory: string,
    real: string,
    prefix: string,
    inherited: readonly IgnoreFile[],
  ): Promise<void> {
    options.signal.throwIfAborted();
    let entries: Awaited<ReturnType<typeof entriesOf>>;
    try {
      entries = await entriesOf(real);
    } catch {
      return; // Not readable, or gone in the meantime.
    }
    const own = entries.some((entry) => entry.name === ".gitignore") ? ignoreFileOf(directory) : undefined;
    const rules = own ? [...inherited, own] : inherited;
    for (const entry of entries) {
      const path = join(directory, entry.name);
      const isDirectory = entry.isDirectory();
      if (isDirectory && entry.name === ".git") continue;
      if (isIgnored(path, isDirectory, rules) || options.isWithheld(path, entry.isSymbolicLink())) continue;
      if (isDirectory) await walk(path, join(real, entry.name), `${prefix}${entry.name}/`, rules);
      else found.push(prefix + entry.name);
    }
  }
  let real: string;
  try {
    real = await realpath(folder);
  } catch {
    return found;
  }
  await walk(folder, real, "", ignoreFilesAbove(folder));
  return found;
}

async function entriesOf(directory: string) {
  // Held, or a link that takes the folder's place right now would name what is elsewhere.
  const held = holdFolder(directory);
  try {
    const entries = await readdir(held.path, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  } finally {
    held.close();
  }
}
