/** What an interface needs to list changes and decide on them, in the recorder's process or in a page. */
import { filesOfFolder, type ListedChanges, listChanges } from "./listed-changes.js";
import type { ChangeList, Changes, FileChange } from "./model.js";

/** `Changes` with the list as it is sent to pages. */
export interface ShownChanges extends Omit<Changes, "list"> {
  /** The current list. A new object after each change. */
  readonly list: ListedChanges;
  /** Returns the files of a folder that is listed instead of its files. */
  files(turn: string, folder: string): Promise<readonly FileChange[]>;
}

/**
 * Returns changes of this process as an interface shows them. `separator` is the path separator.
 *
 * @example
 * const shown = showChanges(recorder, sep);
 */
export function showChanges(changes: Changes, separator: string): ShownChanges {
  let listed: { readonly of: ChangeList; readonly list: ListedChanges } | undefined;
  return {
    get list() {
      if (listed?.of !== changes.list) listed = { of: changes.list, list: listChanges(changes.list, separator) };
      return listed.list;
    },
    files: async (turn, folder) => filesOfFolder(changes.list, { turn, folder }, separator),
    onChanged: (listener) => changes.onChanged(listener),
    open: (turn, path) => changes.open(turn, path),
    openFile: (path) => changes.openFile(path),
    keep: (target) => changes.keep(target),
    undo: (target, confirmed) => changes.undo(target, confirmed),
    restore: (undone, confirmed) => changes.restore(undone, confirmed),
    refresh: () => changes.refresh(),
    startOver: () => changes.startOver(),
  };
}
