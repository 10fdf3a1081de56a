/** What .gitignore files say about a path, also where there is no git. */
import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import ignore, { type Ignore } from "ignore";
import { readSmallFile } from "./small-file.js";

/** The rules of one .gitignore, which count from its own directory on. */
export interface IgnoreFile {
  readonly directory: string;
  readonly rules: Ignore;
}

/** The .gitignore of a directory; undefined where there is none or it cannot be read: git goes on without it too. */
export function ignoreFileOf(directory: string): IgnoreFile | undefined {
  try {
    return { directory, rules: ignore({ ignorecase: false }).add(readSmallFile(join(directory, ".gitignore"))) };
  } catch {
    return undefined;
  }
}

/** The .gitignore files above the folder, up to the root of the repository that it is part of; outermost first. */
export function ignoreFilesAbove(folder: string): IgnoreFile[] {
  const above: string[] = [];
  for (let directory = folder; !existsSync(join(directory, ".git")); ) {
    const parent = dirname(directory);
    if (parent === directory) return []; // No repository around it.
    above.unshift(parent);
    directory = parent;
  }
  return above.map(ignoreFileOf).filter((file) => file !== undefined);
}

/** True when the nearest file that says anything about the path says so. */
export function isIgnored(path: string, isDirectory: boolean, files: readonly IgnoreFile[]): boolean {
  for (let i = files.length - 1; i >= 0; i--) {
    const file = files[i];
    if (!file) continue;
    const name = relative(file.directory, path).split(sep).join("/");
    const { ignored, unignored } = file.rules.test(isDirectory ? `${name}/` : name);
    if (ignored || unignored) return ignored;
  }
  return false;
}
