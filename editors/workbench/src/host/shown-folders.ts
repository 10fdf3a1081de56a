/** Watches the folders that each window shows. */
import type { Tree } from "./files/tree.js";
import type { WorkbenchWindow } from "./windows.js";

export class ShownFolders {
  /** For each window and path, the function that ends the watch. */
  readonly #shown = new WeakMap<WorkbenchWindow, Map<string, () => void>>();

  show(window: WorkbenchWindow, path: string, tree: Tree): void {
    const shown = this.#shown.get(window) ?? new Map<string, () => void>();
    this.#shown.set(window, shown);
    if (shown.has(path)) return;
    shown.set(
      path,
      tree.watch(path, (entries) => window.send("tree.changed", { path, entries })),
    );
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
