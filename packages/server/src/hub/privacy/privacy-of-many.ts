/** Verdicts on many files at once, such as all tabs: each as {@link Privacy.judge} gives it, most of them for less. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { Privacy, Withheld } from "./privacy.js";
import { snapshotOf } from "./privacy-snapshot.js";

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return true; // Not to be looked at: the full verdict says what comes of that.
  }
}

/**
 * A judge for the files of one answer. What lies in a directory that is no link and of whose names no rule is, and has such
 * a name itself, is not withheld: that much is found out once a directory.
 */
export function judgeOfMany(privacy: Privacy): (path: string) => Withheld | undefined {
  const { isAbout } = snapshotOf(privacy);
  const plainDirectories = new Map<string, boolean>();
  const isPlain = (directory: string) => {
    let known = plainDirectories.get(directory);
    if (known === undefined) {
      known = isRealPath(directory) && !directory.split(sep).some(isAbout);
      plainDirectories.set(directory, known);
    }
    return known;
  };
  return (path) =>
    isPlain(dirname(path)) && !isAbout(basename(path)) && !isLink(path) ? undefined : privacy.judge(path);
}

function isRealPath(directory: string): boolean {
  try {
    return realpathSync(directory) === directory;
  } catch {
    return false;
  }
}
