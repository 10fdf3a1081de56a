/** What the views need to know about the list of changes. Does not import `vscode`. */
import type { ChangeList, FileChange, Turn } from "@tandem-ide/changes";

/** A file of a turn. */
export interface ListedFile {
  readonly turn: Turn;
  readonly file: FileChange;
}

export function isUndoable({ turn, file }: ListedFile): boolean {
  return turn.kind === "turn" && file.whyNotUndoable === undefined;
}

function listedFiles({ turns }: ChangeList): ListedFile[] {
  return turns.flatMap((turn) => turn.files.map((file) => ({ turn, file })));
}

export function findFile(list: ChangeList, turn: string, path: string): ListedFile | undefined {
  return listedFiles(list).find((each) => each.turn.id === turn && each.file.path === path);
}

/** Returns the oldest change of a file that can be undone, because undoing that also undoes the later ones. */
export function oldestOf(list: ChangeList, path: string): ListedFile | undefined {
  return listedFiles(list).findLast((each) => each.file.path === path && isUndoable(each));
}

/** Returns the newest turn that isn't a git operation. */
export function newestTurn({ turns }: ChangeList): Turn | undefined {
  return turns.find(({ kind }) => kind === "turn");
}

/** Returns the files that the user can keep and undo, for key bindings and menus. */
export function undoablePaths(list: ChangeList): string[] {
  return [...new Set(listedFiles(list).flatMap((each) => (isUndoable(each) ? [each.file.path] : [])))];
}

/** Returns the files whose changed lines are marked. */
export function markedPaths(list: ChangeList): ReadonlySet<string> {
  const files = listedFiles(list).filter((each) => isUndoable(each) && !each.file.isOpaque);
  return new Set(files.filter(({ file }) => file.kind !== "deleted").map(({ file }) => file.path));
}

/** Counts files, not their turns, for the badge. Git operations of the user don't count. */
export function countFiles({ turns }: ChangeList): number {
  const files = turns.filter(({ kind }) => kind === "turn").flatMap((turn) => turn.files);
  return new Set(files.map(({ path }) => path)).size;
}

export function sumLines({ files }: Turn): { readonly added: number; readonly removed: number } {
  const sum = (count: (file: FileChange) => number) => files.reduce((total, file) => total + count(file), 0);
  return { added: sum(({ added }) => added), removed: sum(({ removed }) => removed) };
}

export function isEmptyList({ turns, undone }: ChangeList): boolean {
  return turns.length === 0 && undone.length === 0;
}

/** Returns the groups that can stay, because VS Code adds new groups at the end. */
export function groupsToKeep(shown: readonly string[], wanted: readonly string[]): ReadonlySet<string> {
  const kept = shown.filter((id) => wanted.includes(id));
  return new Set(kept.every((id, index) => wanted[index] === id) ? kept : []);
}
