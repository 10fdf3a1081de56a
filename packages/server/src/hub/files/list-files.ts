/**
 * The files of a folder: .gitignore files count, also where there is no git; dot files are in, `.git/` is out, links
 * are named and not followed (WSM-06, WSM-07).
 */
import { type Dirent, readdirSync } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join } from "node:path";
import { type HeldFolder, holdFolder, holdFolderIn } from "./held-folder.js";
import { type IgnoreFile, ignoreFileOf, ignoreFilesAbove, insideOf, isIgnored } from "./ignore-files.js";
import { isQuickToRead } from "./local-disk.js";
import type { NameTest } from "./rule-names.js";

/** How long the editor's thread is kept busy at once. */
const sliceMs = 8;

/** What a listing depends on, told as it is come by: for somebody who wants to know when it would be another. */
export interface ListObserver {
  /** Before it is read. */
  directory(path: string): void;
  /** A directory that has a .gitignore. */
  rules(directory: string): void;
  link(path: string, isWithheld: boolean): void;
}

export interface ListOptions {
  readonly signal: AbortSignal;
  /** True for a path that must not be named. It is asked for links too, whose target may be what is withheld. */
  readonly isWithheld: (path: string, isLink: boolean, isFolder: boolean) => boolean;
  /** False for a name that need not be asked about. Default: all are. */
  readonly isAbout?: NameTest;
  readonly observer?: ListObserver;
}

/** Files that follow each other in the order of a listing, all in one directory. */
export interface FileRun {
  /** Their directory below the folder, with a `/` at its end; empty for the folder itself. */
  readonly prefix: string;
  readonly names: readonly string[];
}

/** Paths relative to `folder`, with `/` between parts, sorted within each directory. */
export async function listFiles(folder: string, options: ListOptions): Promise<string[]> {
  return pathsOf(await listRuns(folder, options));
}

/** The paths of a listing. */
export function pathsOf(runs: readonly FileRun[]): string[] {
  return runs.flatMap(({ prefix, names }) => names.map((name) => prefix + name));
}

/** The same in runs, of which a large folder has far fewer than it has files. */
export async function listRuns(folder: string, options: ListOptions): Promise<FileRun[]> {
  const { signal, isWithheld, isAbout = () => true, observer } = options;
  const found: FileRun[] = [];
  const readNow = isQuickToRead(folder);
  let sliceEnd = performance.now() + sliceMs;

  async function walk(
    directory: string,
    hold: () => HeldFolder,
    prefix: string,
    inherited: readonly IgnoreFile[],
  ): Promise<void> {
    signal.throwIfAborted();
    if (performance.now() > sliceEnd) {
      await new Promise(setImmediate);
      sliceEnd = performance.now() + sliceMs;
    }
    observer?.directory(directory);
    // Held, or a link that takes the folder's place right now would name what is elsewhere.
    let held: HeldFolder;
    try {
      held = hold();
    } catch {
      return; // Not readable, or gone in the meantime.
    }
    try {
      await list(directory, held, prefix, inherited);
    } finally {
      held.close();
    }
  }

  async function list(
    directory: string,
    held: HeldFolder,
    prefix: string,
    inherited: readonly IgnoreFile[],
  ): Promise<void> {
    let entries: Entries;
    try {
      // Waiting for a disk of one's own takes less time than asking a thread to do it; elsewhere it may take forever.
      entries = sorted(readNow ? readdirSync(held.path, asEntries) : await readdir(held.path, asEntries));
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
      const isRuled = rules.some((file) => file.isAbout(name));
      if (isRuled && isIgnored(join(directory, name), isDirectory, rules)) continue;
      if (other?.isSymbolicLink()) {
        const path = join(directory, name);
        const isKeptBack = isWithheld(path, true, false);
        observer?.link(path, isKeptBack);
        if (isKeptBack) continue;
      } else if (isAbout(name) && isWithheld(join(directory, name), false, isDirectory)) continue;
      if (isDirectory) {
        const path = join(directory, name);
        const inside = isRuled ? insideOf(path, rules) : rules;
        endRun();
        await walk(path, () => holdFolderIn(held, name), `${prefix}${name}/`, inside);
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
  await walk(folder, () => holdFolder(real), "", ignoreFilesAbove(folder));
  return found;
}

const asEntries = { withFileTypes: true } as const;

interface Entries {
  /** In order. */
  readonly names: readonly string[];
  /** Those that are not plain files: few, so that a look at each name costs little. */
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
