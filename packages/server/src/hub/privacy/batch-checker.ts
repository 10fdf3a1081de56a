/** Checks many files, such as all tabs, faster than with {@link Privacy.checkRules}. */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { HiddenReason, Privacy } from "./privacy.js";
import { snapshotRules } from "./snapshot.js";

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  } catch {
    return true; // Unknown, so do the full check.
  }
}

/**
 * Returns a check for the files of one response. A file isn't hidden if no rule may match any name in its path and the path has
 * no links. The directory is checked only once.
 */
export function batchChecker(privacy: Privacy): (path: string) => HiddenReason | undefined {
  const { mayMatch } = snapshotRules(privacy);
  const harmlessDirectories = new Map<string, boolean>();
  const isHarmless = (directory: string) => {
    let known = harmlessDirectories.get(directory);
    if (known === undefined) {
      known = isRealPath(directory) && !directory.split(sep).some(mayMatch);
      harmlessDirectories.set(directory, known);
    }
    return known;
  };
  return (path) =>
    isHarmless(dirname(path)) && !mayMatch(basename(path)) && !isLink(path) ? undefined : privacy.checkRules(path);
}

function isRealPath(directory: string): boolean {
  try {
    return realpathSync(directory) === directory;
  } catch {
    return false;
  }
}
