/** Pairs recorded folders with folders on this machine. */
import { ReplayError } from "./errors.js";
import type { FolderPair } from "./paths.js";

/** Removes trailing separators, except from a root. */
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
        `The recording has no folder ${folder}. Recorded folders: ${recorded.join(", ") || "none"}`,
      );
}

export interface FolderChoice {
  readonly recorded: readonly string[];
  /** The folders on this machine, in the same order. */
  readonly present: readonly string[];
  /** Explicit pairs, from recorded to present folder. */
  readonly named?: Readonly<Record<string, string>> | undefined;
  /** False: leave a recorded folder unchanged if there is none to replace it. */
  readonly mustFit: boolean;
}

/** Pairs folders by name, and the others in order. Throws a {@link ReplayError} if folders are missing. */
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
      const counts = `the recording has ${before.length} folder${before.length === 1 ? "" : "s"}, the editor has ${present.length}`;
      throw new ReplayError(
        `There is no folder to replace ${from} with: ${counts}. Open another folder in the editor, or choose one with --folder ${from}=<folder>`,
      );
    }
    if (from === to) continue;
    if (isRoot(from) || isRoot(to))
      throw new ReplayError(
        `Can't replace ${from} with ${to}: the root of a file system can't be replaced. Record and replay in a folder.`,
      );
    pairs.push({ from, to });
  }
  return pairs;
}
