/** Tells that something in a folder has changed; the folder alone, not what is below it. */
import { type FSWatcher, watch } from "node:fs";

/** A build writes many files at once: they are told together. */
const settleMs = 60;

export interface FolderWatch {
  close(): void;
}

/**
 * Watches one folder. Where the system cannot (too many watches, a network drive) nothing is told: whoever shows files
 * looks again when the window gets the focus.
 */
export function watchFolder(folder: string, changed: () => void): FolderWatch {
  let timer: NodeJS.Timeout | undefined;
  const settle = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      changed();
    }, settleMs);
  };
  let watcher: FSWatcher | undefined;
  try {
    watcher = watch(folder, { persistent: false }, settle);
    // The folder itself has gone, say. Its parent's watch tells that.
    watcher.on("error", () => watcher?.close());
  } catch {
    // As said above.
  }
  return {
    close() {
      clearTimeout(timer);
      watcher?.close();
    },
  };
}

/** The same watches for several who are interested: a folder is watched once, as long as anybody wants to know. */
export class FolderWatches {
  readonly #watched = new Map<string, { watch: FolderWatch; listeners: Set<() => void> }>();

  /** Calls `changed` whenever something in the folder changes, until the function that is returned is called. */
  add(folder: string, changed: () => void): () => void {
    let watched = this.#watched.get(folder);
    if (!watched) {
      const listeners = new Set<() => void>();
      const tellAll = () => {
        for (const listener of [...listeners]) listener();
      };
      watched = { watch: watchFolder(folder, tellAll), listeners };
      this.#watched.set(folder, watched);
    }
    const { watch: own, listeners } = watched;
    listeners.add(changed);
    return () => {
      if (!listeners.delete(changed) || listeners.size > 0) return;
      own.close();
      this.#watched.delete(folder);
    };
  }

  /** Acts as if everything had changed: for where watching is not to be had. */
  changedAll(): void {
    for (const { listeners } of [...this.#watched.values()]) for (const listener of [...listeners]) listener();
  }

  close(): void {
    for (const { watch: each } of this.#watched.values()) each.close();
    this.#watched.clear();
  }
}
