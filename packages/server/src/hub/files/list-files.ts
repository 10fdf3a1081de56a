/**
 * Lists the files of a folder. It applies .gitignore files, even outside repositories, includes dot files, skips
 * `.git/`, and lists links without following them (WSM-06, WSM-07).
 */
import { type Dirent, readdirSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type IgnoreFile, ignoreFileOf, ignoreFilesAbove, insideOf, isIgnored } from "./ignore-files.js";
import { isQuickToRead } from "./local-disk.js";
import { type PinnedFolder, pinFolder, pinFolderIn } from "./pinned-folder.js";
import type { NameTest } from "./rule-names.js";

/** How long the listing may block the event loop at a time. */
const sliceMs = 8;

/** Receives everything that a listing depends on, to detect when it is outdated. */
export interface ListObserver {
  /** Called before the directory is read. */
  directory(path: string): void;
  /** Called for a directory with a .gitignore. */
  rules(directory: string): void;
  link(path: string, isHidden: boolean): void;
}

export interface ListOptions {
  readonly signal: AbortSignal;
  /** Returns true for a hidden path. For links it must check the target too. */
  readonly isHidden: (path: string, isLink: boolean, isFolder: boolean) => boolean;
  /** Returns false for names that are never hidden. Default: all names may be. */
  readonly mayMatch?: NameTest;
  readonly observer?: ListObserver;
}

/** Consecutive files of a listing in one directory. */
export interface FileRun {
  /** The relative directory with a trailing `/`, or empty for the folder itself. */
  readonly prefix: string;
  readonly names: readonly string[];
}

/** Returns paths relative to `folder`, separated by `/` and sorted within each directory. */
export async function listFiles(folder: string, options: ListOptions): Promise<string[]> {
  return pathsOf(await listRuns(folder, options));
}

/** Returns the paths of a listing. */
export function pathsOf(runs: readonly FileRun[]): string[] {
  return runs.flatMap(({ prefix, names }) => names.map((name) => prefix + name));
}

/** Like {@link listFiles}, in runs. A large folder has far fewer runs than files. */
export async function listRuns(folder: string, options: ListOptions): Promise<FileRun[]> {
  const { signal, isHidden, mayMatch = () => true, observer } = options;
  const found: FileRun[] = [];
  const readNow = isQuickToRead(folder);
  let sliceEnd = performance.now() + sliceMs;

  async function walk(
    directory: string,
    pin: () => PinnedFolder,
    prefix: string,
    inherited: readonly IgnoreFile[],
  ): Promise<void> {
    signal.throwIfAborted();
    if (performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + sliceMs;
    }
    observer?.directory(directory);
    // Pin it, or a link that replaces the folder would list files elsewhere.
    let pinned: PinnedFolder;
    try {
      pinned = pin();
    } catch {
      return; // Unreadable or removed.
    }
    try {
      await list(directory, pinned, prefix, inherited);
    } finally {
      pinned.close();
    }
  }

  async function list(
    directory: string,
    pinned: PinnedFolder,
    prefix: string,
    inherited: readonly IgnoreFile[],
  ): Promise<void> {
    let entries: Entries;
    try {
      // On a local disk reading synchronously is faster than using a thread. On others it could block forever.
      entries = sorted(readNow ? readdirSync(pinned.path, asEntries) : await readdir(pinned.path, asEntries));
    } catch {
      return;
    }
    const { names, others } = entries;
    const own = entries.hasRules ? ignoreFileOf(directory) : undefined;
    if (entries.hasRules) observer?.rules(directory);
    const rules = own ? [...inherited, own] : inherited;
    let run: string[] = [];
    const endRun = () => {
      if (run.length > 0) found.push({ prefix, names: run });
      run = [];
    };
    for (const name of names) {
      const other = others.get(name);
      const isDirectory = other?.isDirectory() ?? false;
      if (isDirectory && name === ".git") continue;
      const mayBeIgnored = rules.some((file) => file.mayMatch(name));
      if (mayBeIgnored && isIgnored(join(directory, name), isDirectory, rules)) continue;
      if (other?.isSymbolicLink()) {
        const path = join(directory, name);
        const isLinkHidden = isHidden(path, true, false);
        observer?.link(path, isLinkHidden);
        if (isLinkHidden) continue;
      } else if (mayMatch(name) && isHidden(join(directory, name), false, isDirectory)) continue;
      if (isDirectory) {
        const path = join(directory, name);
        const inside = mayBeIgnored ? insideOf(path, rules) : rules;
        endRun();
        await walk(path, () => pinFolderIn(pinned, name), `${prefix}${name}/`, inside);
      } else run.push(name);
    }
    endRun();
  }

  let real: string;
  try {
    real = await realpath(folder);
  } catch {
    return found;
  }
  await walk(folder, () => pinFolder(real), "", ignoreFilesAbove(folder));
  return found;
}

const asEntries = { withFileTypes: true } as const;

interface Entries {
  /** Sorted. */
  readonly names: readonly string[];
  /** Entries other than regular files. There are few, so lookups are cheap. */
  readonly others: ReadonlyMap<string, Dirent>;
  readonly hasRules: boolean;
}

function sorted(entries: readonly Dirent[]): Entries {
  const names: string[] = [];
  const others = new Map<string, Dirent>();
  let hasRules = false;
  for (const entry of entries) {
    names.push(entry.name);
    if (!entry.isFile()) others.set(entry.name, entry);
    if (entry.name === ".gitignore") hasRules = true;
  }
  return { names: names.sort(), others, hasRules };
}
