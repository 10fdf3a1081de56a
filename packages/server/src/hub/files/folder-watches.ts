/**
 * Watches on the directories of a folder, each of them one of the few that the system has for this user. They tell once that
 * something has come, gone or been renamed, and are over then: which watch still stands for which path, nobody knows after
 * a directory was moved. (Who wants to hear what has changed, and again, has watches of its own: the workbench, the language servers.)
 */
import { type FSWatcher, readFileSync, watch } from "node:fs";
import { basename } from "node:path";

/** More than this is not taken, however many there are: each costs memory, here and in the system. */
const mostWatches = 20_000;

/** A setting of the system's watches; 0 where it does not say. */
function systemLimit(name: string): number {
  try {
    return Number(readFileSync(`/proc/sys/fs/inotify/${name}`, "utf8"));
  } catch {
    return 0;
  }
}

/** A quarter of what the user has: compilers, editors and synchronisers want theirs too. */
function fairShare(): number {
  return Math.min(mostWatches, systemLimit("max_user_watches") / 4);
}

export class FolderWatches {
  readonly #watchers: FSWatcher[] = [];
  readonly #limit: number;
  /**
   * How much news that does not matter may come. News that the system's queue has no room for is lost, and Node does not
   * tell: but then the queue was full, and what it was full of has come.
   */
  #patience = systemLimit("max_queued_events") / 2;
  #hasChanged = false;
  #whyNot: string | undefined;

  /** `limit` is how many it may take. */
  constructor(limit = fairShare()) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#watchers.length;
  }

  /** Something has changed, or not everything is watched. */
  get hasChanged(): boolean {
    return this.#hasChanged;
  }

  /** Why there is no use in trying again; undefined while there is. */
  get whyNot(): string | undefined {
    return this.#whyNot;
  }

  /** Watches a directory from now on. */
  add(directory: string): void {
    if (this.#hasChanged) return;
    if (this.#watchers.length >= this.#limit) {
      this.giveUp(`more than ${this.#limit} directories`);
      return;
    }
    const own = basename(directory);
    try {
      const watcher = watch(directory, { persistent: false }, (event, name) => {
        // What a file holds does not matter, rules aside; whether the directory itself may be read does.
        const matters = event === "rename" || name === null || name === own || name === ".gitignore";
        if (matters || --this.#patience < 0) this.close();
      });
      watcher.on("error", () => this.close());
      this.#watchers.push(watcher);
    } catch (error) {
      // ENOSPC and EMFILE: they have run out. Other errors are of this directory, which is gone or cannot be read.
      if (error instanceof Error && /ENOSPC|EMFILE|ENFILE/.test(error.message)) this.giveUp(error.message);
      else this.close();
    }
  }

  /** It is not worth another try. */
  giveUp(why: string): void {
    this.#whyNot = why;
    this.close();
  }

  /** From now on it counts as changed. */
  close(): void {
    this.#hasChanged = true;
    for (const watcher of this.#watchers.splice(0)) watcher.close();
  }
}
