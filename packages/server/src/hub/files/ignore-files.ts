/** Applies .gitignore files, even outside of Git repositories. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { costlyRules, isTooDeep } from "./costly-rules.js";
import { type NameTest, nameFilter } from "./rule-names.js";
import { readSmallFile } from "./small-file.js";

/** The rules of one .gitignore, which apply below its directory. */
export interface IgnoreFile {
  readonly directory: string;
  readonly rules: Ignore;
  /** The names that the rules may match. */
  readonly mayMatch: NameTest;
}

/** Reads the .gitignore of a directory. Returns undefined if it is missing or unreadable, which Git ignores too. */
export function ignoreFileOf(directory: string): IgnoreFile | undefined {
  try {
    const text = readSmallFile(join(directory, ".gitignore"));
    const all = text.split(/\r?\n/);
    const costly = costlyRules(all);
    const lines = all.filter((line) => !costly.has(line));
    return { directory, rules: ignore({ ignorecase: false }).add(lines.join("\n")), mayMatch: nameFilter(lines) };
  } catch {
    return undefined;
  }
}

/** Returns the directories above the folder up to the repository's root, outermost first. */
export function directoriesAbove(folder: string): string[] {
  const above: string[] = [];
  for (let directory = folder; !existsSync(join(directory, ".git")); ) {
    const parent = dirname(directory);
    if (parent === directory) return []; // Not in a repository.
    above.unshift(parent);
    directory = parent;
  }
  return above;
}

/** Returns the .gitignore files above the folder. */
export function ignoreFilesAbove(folder: string): IgnoreFile[] {
  const files = directoriesAbove(folder)
    .map(ignoreFileOf)
    .filter((file) => file !== undefined);
  return insideOf(folder, files);
}

/**
 * Adapts the files for use inside a directory. If one ignores the directory and was overridden, it may match every name in it.
 */
export function insideOf(directory: string, files: readonly IgnoreFile[]): IgnoreFile[] {
  return files.map((file) => (testRules(file, directory, true).ignored ? { ...file, mayMatch: () => true } : file));
}

function testRules(file: IgnoreFile, path: string, isDirectory: boolean): ReturnType<Ignore["test"]> {
  const name = relative(file.directory, path).split(sep).join("/");
  if (isTooDeep(name)) return { ignored: true, unignored: false };
  return file.rules.test(isDirectory ? `${name}/` : name);
}

/** Returns true if the nearest file with a matching rule ignores the path. */
export function isIgnored(path: string, isDirectory: boolean, files: readonly IgnoreFile[]): boolean {
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i];
    if (!file) continue;
    const { ignored, unignored } = testRules(file, path, isDirectory);
    if (ignored || unignored) return ignored;
  }
  return false;
}
