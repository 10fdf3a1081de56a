/** Watches the directories of a folder that git doesn't ignore, and requests a scan a moment after something changed. */
import { type FSWatcher, readdirSync, readFileSync, watch } from "node:fs";
import { join } from "node:path";
import type { Clock } from "@tandem-ide/base";
import { slices } from "./slices.js";

/** A scan waits this long after the last event, so that the editor can first report what the user saved. */
const quietMs = 150;
/** It doesn't wait longer than this after the first event. */
const maxWaitMs = 400;
/** How often to scan if there are too many directories to watch. */
const pollMs = 2_000;
const maxWatches = 20_000;

/** Uses a quarter of the user's watches, because compilers and other editors need some too. */
function fairShare(): number {
  try {
    return Math.min(maxWatches, Number(readFileSync("/proc/sys/fs/inotify/max_user_watches", "utf8")) / 4);
  } catch {
    return maxWatches;
  }
}

export interface WatchOptions {
  readonly folder: string;
  readonly clock: Clock;
  /** Returns which of these directories git ignores. Paths are relative to the folder, with `/`. */
  readonly ignoredOf: (directories: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Called with the changed paths, relative to the folder. Empty if that isn't known. */
  readonly onChanged: (paths: ReadonlySet<string>) => void;
}

export class Watch {
  readonly #options: WatchOptions;
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #limit = fairShare();
  #changed = new Set<string>();
  #firstAt: number | undefined;
  #cancel: (() => void) | undefined;
  #isPolling = false;
  #isClosed = false;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  /** Watches a directory and those below it. */
  async add(directory = ""): Promise<void> {
    let level = [directory];
    while (level.length > 0 && !this.#isClosed) {
      const ignored = await this.#options.ignoredOf(level.filter((each) => each !== ""));
      const next: string[] = [];
      for await (const each of slices(level)) if (!ignored.has(each)) next.push(...this.#watch(each));
      level = next;
    }
  }

  /** Watches one directory and returns those in it. */
  #watch(directory: string): string[] {
    if (this.#isClosed || this.#isPolling) return [];
    if (this.#watchers.size >= this.#limit) {
      this.#poll();
      return [];
    }
    const path = join(this.#options.folder, directory);
    try {
      if (!this.#watchers.has(directory)) {
        const watcher = watch(path, { persistent: false }, (event, name) => this.#event(directory, event, name));
        watcher.on("error", () => this.#forget(directory));
        this.#watchers.set(directory, watcher);
      }
      return readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== ".git")
        .map(({ name }) => (directory === "" ? name : `${directory}/${name}`));
    } catch (error) {
      this.#forget(directory);
      if (error instanceof Error && /ENOSPC|EMFILE|ENFILE/.test(error.message)) this.#poll();
      return []; // It was removed, or can't be read.
    }
  }

  #forget(directory: string): void {
    this.#watchers.get(directory)?.close();
    this.#watchers.delete(directory);
  }

  #event(directory: string, event: string, name: string | null): void {
    if (this.#isClosed || name === ".git") return;
    const path = name === null ? directory : directory === "" ? name : `${directory}/${name}`;
    this.#changed.add(path);
    this.#schedule();
    if (event !== "rename" || name === null) return;
    // A directory that is removed or moved needs a new watch if it comes back.
    if (this.#watchers.has(path))
      for (const each of this.#watchers.keys()) if (each === path || each.startsWith(`${path}/`)) this.#forget(each);
    void this.#addIfDirectory(path);
  }

  async #addIfDirectory(path: string): Promise<void> {
    try {
      readdirSync(join(this.#options.folder, path));
    } catch {
      return; // A file, or gone.
    }
    await this.add(path).catch(() => {});
    // Files may have been created before the watch began.
    this.#schedule();
  }

  #schedule(): void {
    if (this.#isClosed) return;
    const { clock } = this.#options;
    const now = clock.now();
    this.#firstAt ??= now;
    this.#cancel?.();
    this.#cancel = clock.after(Math.max(0, Math.min(quietMs, this.#firstAt + maxWaitMs - now)), () => this.#report());
  }

  #report(): void {
    this.#cancel = undefined;
    this.#firstAt = undefined;
    const changed = this.#changed;
    this.#changed = new Set();
    this.#options.onChanged(changed);
    if (this.#isPolling) this.#poll();
  }

  #poll(): void {
    this.#isPolling = true;
    for (const directory of [...this.#watchers.keys()]) this.#forget(directory);
    if (this.#isClosed) return;
    this.#cancel?.();
    this.#cancel = this.#options.clock.after(pollMs, () => this.#report());
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    for (const directory of [...this.#watchers.keys()]) this.#forget(directory);
  }
}
