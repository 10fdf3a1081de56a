/** What .gitignore files say about a path, also where there is no git. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { costlyRules, isTooDeep } from "./costly-rules.js";
import { type NameTest, namesIn } from "./rule-names.js";
import { readSmallFile } from "./small-file.js";

/** The rules of one .gitignore, which count from its own directory on. */
export interface IgnoreFile {
  readonly directory: string;
  readonly rules: Ignore;
  /** The names that the rules can be about. */
  readonly isAbout: NameTest;
}

/** The .gitignore of a directory; undefined where there is none or it cannot be read: git goes on without it too. */
export function ignoreFileOf(directory: string): IgnoreFile | undefined {
  try {
    const text = readSmallFile(join(directory, ".gitignore"));
    const all = text.split(/\r?\n/);
    const costly = costlyRules(all);
    const lines = all.filter((line) => !costly.has(line));
    return { directory, rules: ignore({ ignorecase: false }).add(lines.join("\n")), isAbout: namesIn(lines) };
  } catch {
    return undefined;
  }
}

/** The directories above the folder, up to the root of the repository that it is part of; outermost first. */
export function directoriesAbove(folder: string): string[] {
  const above: string[] = [];
  for (let directory = folder; !existsSync(join(directory, ".git")); ) {
    const parent = dirname(directory);
    if (parent === directory) return []; // No repository around it.
    above.unshift(parent);
    directory = parent;
  }
  return above;
}

/** The .gitignore files of those directories. */
export function ignoreFilesAbove(folder: string): IgnoreFile[] {
  const files = directoriesAbove(folder)
    .map(ignoreFileOf)
    .filter((file) => file !== undefined);
  return insideOf(folder, files);
}

/**
 * The files as they count inside of a directory. One that ignores the directory, and was overruled by a nearer one or by who
 * opened it, ignores all that is in it, whatever its name.
 */
export function insideOf(directory: string, files: readonly IgnoreFile[]): IgnoreFile[] {
  return files.map((file) => (verdictOf(file, directory, true).ignored ? { ...file, isAbout: () => true } : file));
}

function verdictOf(file: IgnoreFile, path: string, isDirectory: boolean): ReturnType<Ignore["test"]> {
  const name = relative(file.directory, path).split(sep).join("/");
  if (isTooDeep(name)) return { ignored: true, unignored: false };
  return file.rules.test(isDirectory ? `${name}/` : name);
}

/** True when the nearest file that says anything about the path says so. */
export function isIgnored(path: string, isDirectory: boolean, files: readonly IgnoreFile[]): boolean {
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i];
    if (!file) continue;
    const { ignored, unignored } = verdictOf(file, path, isDirectory);
    if (ignored || unignored) return ignored;
  }
  return false;
}
