/**
 * Watches the directories of a folder until the first change. After a directory was moved, it is unknown which watch belongs to
 * which path, so all watches end. The number of watches per user is limited by the system.
 */
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { basename } from "node:path";

/** Limit to save memory, here and in the kernel. */
const maxWatches = 20_000;

/** Reads an inotify setting, or 0 if there isn't one. */
function systemLimit(name: string): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"));
  } catch {
    return 0;
  }
}

/** Uses a quarter of the user's watches, because compilers and other editors need some too. */
function fairShare(): number {
  return Math.min(maxWatches, systemLimit("max_user_watches") / 4);
}

export class FolderWatches {
  readonly #watchers: FSWatcher[] = [];
  readonly #limit: number;
  /**
   * How many irrelevant events to tolerate. Events are lost without notice if the system's queue is full, but then at least that
   * many arrive.
   */
  #eventsLeft = systemLimit("max_queued_events") / 2;
  #hasChanged = false;
  #whyNot: string | undefined;

  /** `limit` is the maximum number of watches. */
  constructor(limit = fairShare()) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#watchers.length;
  }

  /** True if something changed or not everything is watched. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Why watching failed permanently. */
  get whyNot(): string | undefined {
    return this.#whyNot;
  }

  /** Starts watching a directory. */
  add(directory: string): void {
    if (this.#hasChanged) return;
    if (this.#watchers.length >= this.#limit) {
      this.giveUp(`more than ${this.#limit} directories`);
      return;
    }
    const own = basename(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (event, name) => {
        // File contents don't matter except .gitignore, but permissions of the directory do.
        const matters = event === "rename" || name === null || name === own || name === ".gitignore";
        if (matters || --this.#eventsLeft < 0) this.close();
      });
      watcher.on("error", () => this.close());
      this.#watchers.push(watcher);
    } catch (error) {
      // ENOSPC and EMFILE mean that watches have run out. Other errors mean that the directory is gone or unreadable.
      if (error instanceof Error && /ENOSPC|EMFILE|ENFILE/.test(error.message)) this.giveUp(error.message);
      else this.close();
    }
  }

  /** Stops watching permanently. */
  giveUp(why: string): void {
    this.#whyNot = why;
    this.close();
  }

  /** Stops watching. The folder counts as changed from now on. */
  close(): void {
    this.#hasChanged = true;
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }
}
