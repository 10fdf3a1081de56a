/**
 * Tells what has changed in a folder that is shown; in that alone, not below it, and also when it goes and comes back.
 * (Language servers need every change below a folder: `DiskWatch`. The endpoint's lists only need to know that they are old.)
 */
import { type FSWatcher, statSync, watch } from "node:fs";
import { dirname } from "node:path";

/** A build writes many files at once: they are told together. */
const settleMs = 60;

/** What has changed in a folder, by name. Where the system does not say, it may be anything. */
export interface Changes {
  has(name: string): boolean;
}

const anything: Changes = { has: () => true };

/** Tells a folder from another one that has come to its place. */
function identityOf(folder: string): string | undefined {
  try {
    const found = statSync(folder, { throwIfNoEntry: false });
    return found?.isDirectory() ? `${found.dev} ${found.ino}` : undefined;
  } catch {
    return undefined; // Links in a circle, or a folder above that may not be entered any more.
  }
}

/**
 * Watches one folder. When that goes (a checkout, say, removes it and makes it anew), the nearest one above it tells when
 * it is back. Where the system cannot watch (too many watches, a network drive) nothing is told: whoever shows files
 * looks again when the window gets the focus.
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

  /** Looks whether it still is the same folder. */
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
      let place = this.#folder;
      while (identityOf(place) === undefined && dirname(place) !== place) place = dirname(place);
      const isItself = place === this.#folder;
      const watcher = watch(place, { persistent: false }, (_event, name) => this.#note(isItself ? name : null));
      watcher.on("error", () => watcher.close());
      this.#watcher = watcher;
    } catch {
      // As said above.
    }
    // It came or went between looking and watching.
    if (identityOf(this.#folder) !== this.#identity) this.#note(null);
  }

  #note(name: string | null): void {
    if (name === null) this.#names = undefined;
    else this.#names?.add(name);
    this.#timer ??= setTimeout(() => this.#settled(), settleMs);
  }

  #settled(): void {
    this.#timer = undefined;
    const changes = this.#names ?? anything;
    this.#names = new Set();
    const before = this.#identity;
    const isSame = before !== undefined && identityOf(this.#folder) === before;
    if (!isSame) this.#start();
    if (before !== undefined || this.#identity !== undefined) this.#changed(isSame ? changes : anything);
  }
}

/** The same watches for several who are interested: a folder is watched once, as long as anybody wants to know. */
export class SharedWatches {
  readonly #watched = new Map<string, { watch: FolderWatch; listeners: Set<(changes: Changes) => void> }>();

  /** Calls `changed` whenever something in the folder changes, until the function that is returned is called. */
  add(folder: string, changed: (changes: Changes) => void): () => void {
    let watched = this.#watched.get(folder);
    if (!watched) {
      const listeners = new Set<(changes: Changes) => void>();
      const tellAll = (changes: Changes) => {
        for (const listener of [...listeners]) listener(changes);
      };
      watched = { watch: new FolderWatch(folder, tellAll), listeners };
      this.#watched.set(folder, watched);
    }
    const { watch: own, listeners } = watched;
    // A listener of its own, so that the same function may be added twice.
    const listener = (changes: Changes) => changed(changes);
    listeners.add(listener);
    return () => {
      if (!listeners.delete(listener) || listeners.size > 0) return;
      own.close();
      this.#watched.delete(folder);
    };
  }

  /** Acts as if everything had changed: for where watching is not to be had. */
  changedAll(): void {
    for (const { watch: own, listeners } of [...this.#watched.values()]) {
      own.verify();
      for (const listener of [...listeners]) listener(anything);
    }
  }

  close(): void {
    for (const { watch: each } of this.#watched.values()) each.close();
    this.#watched.clear();
  }
}
