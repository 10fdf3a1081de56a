/** The folders that windows show, and hear of when they change. */
import type { TreeEntry } from "../messages.js";
import type { Tree } from "./files/tree.js";
import type { WorkbenchWindow } from "./windows.js";

/** The folders that each window shows, with what ends the watch. */
export class ShownFolders {
  readonly #shown = new WeakMap<WorkbenchWindow, Map<string, () => void>>();

  show(window: WorkbenchWindow, path: string, tree: Tree): void {
    const shown = this.#shown.get(window) ?? new Map<string, () => void>();
    this.#shown.set(window, shown);
    if (shown.has(path)) return;
    const tell = (entries: TreeEntry[]) => window.tell("tree.changed", { path, entries });
    shown.set(path, tree.watch(path, tell));
  }

  forget(window: WorkbenchWindow, path: string): void {
    this.#shown.get(window)?.get(path)?.();
    this.#shown.get(window)?.delete(path);
  }

  forgetAll(window: WorkbenchWindow): void {
    for (const stop of this.#shown.get(window)?.values() ?? []) stop();
    this.#shown.delete(window);
  }
}
