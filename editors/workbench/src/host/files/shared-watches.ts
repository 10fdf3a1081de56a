/**
 * Watches single folders that are shown, but nothing below them, even while a folder is removed and created again.
 * (Language servers need every change below a folder, so they use `DiskWatch`.)
 */
import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";

/** A build writes many files at once: their changes are reported together. */
const settleMs = 60;

/** The names that changed in a folder. Where the system doesn't say, `has` is true for any name. */
export interface Changes {
  has(name: string): boolean;
}

const anyChange: Changes = { has: () => true };

/** Identifies a folder, so that another one at the same path is noticed. */
function identityOf(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() ? `${found.dev} ${found.ino}` : undefined;
  } catch {
    return undefined; // A cycle of links, or a folder above that can't be entered.
  }
}

/**
 * Watches one folder. While it is missing (a checkout may remove it and create it again), the nearest folder above it is
 * watched instead. Where the system can't watch (too many watches, a network drive) nothing is reported, and callers
 * check again when the window gets the focus.
 */
class FolderWatch {
  readonly #folder: string;
  readonly #changed: (changes: Changes) => void;
  #watcher: FSWatcher | undefined;
  #identity: string | undefined;
  #timer: NodeJS.Timeout | undefined;
  #names: Set<string> | undefined = new Set();

  constructor(folder: string, changed: (changes: Changes) => void) {
    this.#folder = folder;
    this.#changed = changed;
    this.#start();
  }

  /** Checks that it is still the same folder. */
  verify(): void {
    if (identityOf(this.#folder) !== this.#identity) this.#start();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watcher?.close();
  }

  #start(): void {
    this.#watcher?.close();
    this.#watcher = undefined;
    try {
      this.#identity = identityOf(this.#folder);
      let target = this.#folder;
      while (identityOf(target) === undefined && dirname(target) !== target) target = dirname(target);
      const isItself = target === this.#folder;
      const watcher = watch(target, { persistent: false }, (_event, name) => this.#note(isItself ? name : null));
      watcher.on("error", () => watcher.close());
      this.#watcher = watcher;
    } catch {
      // The system can't watch it.
    }
    // It appeared or disappeared before the watch started.
    if (identityOf(this.#folder) !== this.#identity) this.#note(null);
  }

  #note(name: string | null): void {
    if (name === null) this.#names = undefined;
    else this.#names?.add(name);
    this.#timer ??= setTimeout(() => this.#settled(), settleMs);
  }

  #settled(): void {
    this.#timer = undefined;
    const changes = this.#names ?? anyChange;
    this.#names = new Set();
    const before = this.#identity;
    const isSame = before !== undefined && identityOf(this.#folder) === before;
    if (!isSame) this.#start();
    if (before !== undefined || this.#identity !== undefined) this.#changed(isSame ? changes : anyChange);
  }
}

/** Shares watches: a folder is watched once for all its listeners. */
export class SharedWatches {
  readonly #watched = new Map<string, { watch: FolderWatch; listeners: Set<(changes: Changes) => void> }>();

  /** Calls `changed` whenever something in the folder changes, until the returned function is called. */
  add(folder: string, changed: (changes: Changes) => void): () => void {
    let watched = this.#watched.get(folder);
    if (!watched) {
      const listeners = new Set<(changes: Changes) => void>();
      const notifyAll = (changes: Changes) => {
        for (const listener of [...listeners]) listener(changes);
      };
      watched = { watch: new FolderWatch(folder, notifyAll), listeners };
      this.#watched.set(folder, watched);
    }
    const { watch: own, listeners } = watched;
    // Wrapped, so that the same function can be added twice.
    const listener = (changes: Changes) => changed(changes);
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      own.close();
      this.#watched.delete(folder);
    };
  }

  /** Reports everything as changed, for systems that can't watch. */
  changedAll(): void {
    for (const { watch: own, listeners } of [...this.#watched.values()]) {
      own.verify();
      for (const listener of [...listeners]) listener(anyChange);
    }
  }

  close(): void {
    for (const { watch: each } of this.#watched.values()) each.close();
    this.#watched.clear();
  }
}
