/** Finds files in the list of changes. */
import type { FileChange } from "@tandem-ide/changes/model";
import type { ListedChanges } from "@tandem-ide/changes/remote";

/** Returns the file's change in this turn. "folder" means that it may be in a listed folder. Undefined: it isn't listed. */
export function findListed({ turns }: ListedChanges, turn: string, path: string): FileChange | "folder" | undefined {
  const found = turns.find(({ id }) => id === turn);
  if (found && !found.files) return "folder";
  return found?.files?.find((file) => file.path === path);
}

/** Returns true unless the file isn't listed in any turn. */
export function mayBeListed({ turns }: ListedChanges, path: string): boolean {
  return turns.some(({ files }) => !files || files.some((file) => file.path === path));
}

/**
 * Returns the file to show when nothing is left to decide in this one: the next of its turn, or else the first one of the
 * newest turn. Git operations are left out.
 */
export function fileAfter(
  { turns }: ListedChanges,
  { turn, path }: { readonly turn: string; readonly path: string },
): { readonly turn: string; readonly path: string } | undefined {
  const own = turns.filter(({ kind, files = [] }) => kind === "turn" && files.length > 0);
  const same = own.find(({ id }) => id === turn);
  const found = same ?? own[0];
  const file = same?.files?.find((each) => each.path > path) ?? found?.files?.[0];
  return found && file && { turn: found.id, path: file.path };
}
