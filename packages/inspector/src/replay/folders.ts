/** Which folder of this machine stands for which of the recorded one. */
import { ReplayError } from "./errors.js";
import type { FolderPair } from "./paths.js";

/** `/a/` and `/a` are one folder. A root keeps its sign. */
function trimmed(folder: string): string {
  return folder.replace(/(?<=[^\\/:])[\\/]+$/, "");
}

function isRoot(folder: string): boolean {
  return /^([A-Za-z]:)?[\\/]*$/.test(folder);
}

function checkNamed(recorded: readonly string[], named: Readonly<Record<string, string>>): void {
  for (const folder of Object.keys(named))
    if (!recorded.includes(trimmed(folder)))
      throw new ReplayError(
        `The recording has no folder ${folder}. It was made in: ${recorded.join(", ") || "no folder at all"}`,
      );
}

export interface FolderChoice {
  /** Those of the recorded machine. */
  readonly recorded: readonly string[];
  /** Those that are there now, in the same order. */
  readonly present: readonly string[];
  /** Where somebody says which is which: recorded folder to present one. */
  readonly named?: Readonly<Record<string, string>> | undefined;
  /** False: a recorded folder that has none to stand for it stays as it is. */
  readonly mustFit: boolean;
}

/** Pairs by name where there is one, the others by their order. Throws a {@link ReplayError} where folders are lacking. */
export function pairFolders({ recorded, present, named = {}, mustFit }: FolderChoice): FolderPair[] {
  const before = recorded.map(trimmed);
  checkNamed(before, named);
  const byName = new Map(Object.entries(named).map(([from, to]) => [trimmed(from), trimmed(to)]));
  const free = present.map(trimmed).filter((folder) => ![...byName.values()].includes(folder));
  const pairs: FolderPair[] = [];
  for (const from of before) {
    const to = byName.get(from) ?? free.shift();
    if (to === undefined) {
      if (!mustFit) continue;
      const counts = `The recording has ${before.length} folder${before.length === 1 ? "" : "s"}, the editor has ${present.length}`;
      throw new ReplayError(
        `${counts}: nothing stands for ${from}. Open another folder in the editor, or say which one to take: --folder ${from}=<folder>`,
      );
    }
    if (from === to) continue;
    if (isRoot(from) || isRoot(to))
      throw new ReplayError(
        `The root of a file system cannot be told from other paths, so ${from} cannot become ${to}. Record in a folder, and replay in one.`,
      );
    pairs.push({ from, to });
  }
  return pairs;
}
