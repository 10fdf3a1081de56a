/**
 * The recorder uses real paths. If the user has opened a folder through a link, VS Code's paths begin with that link, so this
 * converts between them. Does not import `vscode`.
 */
import { realpathSync } from "node:fs";
import { join, relative } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import type { ChangeList, Changes, ChangeTarget, Turn } from "@tandem-ide/changes";

interface LinkedFolder {
  readonly shown: string;
  readonly real: string;
}

function realOf(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

export class EditorPaths {
  readonly #folders: () => readonly string[];
  #key: string | undefined;
  #linked: readonly LinkedFolder[] = [];

  constructor(folders: () => readonly string[]) {
    this.#folders = folders;
  }

  /** Returns VS Code's path of a real path. */
  toEditor(path: string): string {
    const folder = this.#linkedFolders().find(({ real }) => isInside(real, path));
    return folder ? join(folder.shown, relative(folder.real, path)) : path;
  }

  toReal(path: string): string {
    const folder = this.#linkedFolders().find(({ shown }) => isInside(shown, path));
    return folder ? join(folder.real, relative(folder.shown, path)) : path;
  }

  /** Returns what the recorder knows, with VS Code's paths. */
  convert(changes: Changes): Changes {
    const toReal = ({ path, ...target }: ChangeTarget): ChangeTarget =>
      path === undefined ? target : { ...target, path: this.toReal(path) };
    let converted: { readonly from: ChangeList; readonly to: ChangeList } | undefined;
    const listOf = (list: ChangeList): ChangeList => {
      if (converted?.from !== list) converted = { from: list, to: this.#convertList(list) };
      return converted.to;
    };
    return {
      get list() {
        return listOf(changes.list);
      },
      onChanged: (listener) => changes.onChanged(listener),
      open: async (turn, path) => {
        const opened = await changes.open(turn, this.toReal(path));
        return "path" in opened ? { ...opened, path } : opened;
      },
      openFile: async (path) => {
        const opened = await changes.openFile(this.toReal(path));
        return opened && { ...opened, path };
      },
      keep: (target) => changes.keep(toReal(target)),
      undo: (target, confirmed) => changes.undo(toReal(target), confirmed),
      restore: (undone, confirmed) => changes.restore(undone, confirmed),
      refresh: () => changes.refresh(),
      startOver: () => changes.startOver(),
    };
  }

  #linkedFolders(): readonly LinkedFolder[] {
    const folders = this.#folders();
    const key = folders.join("\0");
    if (key !== this.#key) {
      this.#key = key;
      const all = folders.map((shown) => ({ shown, real: realOf(shown) }));
      this.#linked = all.filter(({ shown, real }) => shown !== real);
    }
    return this.#linked;
  }

  #convertList(list: ChangeList): ChangeList {
    if (this.#linkedFolders().length === 0) return list;
    const folderOf = <T extends { readonly folder: string }>(item: T): T => ({
      ...item,
      folder: this.toEditor(item.folder),
    });
    const turnOf = (turn: Turn): Turn => ({
      ...folderOf(turn),
      files: turn.files.map((file) => ({
        ...file,
        path: this.toEditor(file.path),
        ...(file.oldPath !== undefined && { oldPath: this.toEditor(file.oldPath) }),
      })),
    });
    return { turns: list.turns.map(turnOf), undone: list.undone.map(folderOf), problems: list.problems.map(folderOf) };
  }
}
