/** The folders that windows show, following the disk. */
import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem/base/node";
import { privacyFileName } from "@tandem/server";
import { type FolderEntry, listFolder, whyUnreadable } from "@tandem/server/files";
import type { TreeEntry } from "../../messages.js";
import type { Changes, SharedWatches } from "./shared-watches.js";

export interface TreeOptions {
  readonly watches: SharedWatches;
  readonly folders: () => readonly string[];
  /** Why clients do not see some of the entries of a folder: words by name. */
  readonly whyWithheld: (folder: string, entries: readonly FolderEntry[]) => ReadonlyMap<string, string>;
}

export class Tree {
  readonly #options: TreeOptions;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  /** The entries of a folder of the workspace; throws words for people. */
  async list(path: string): Promise<TreeEntry[]> {
    const root = this.#options.folders().find((folder) => isInside(folder, path));
    if (root === undefined) throw new Error(`${path} is not in a folder of this workspace`);
    try {
      const entries = await listFolder(path, root);
      const reasons = this.#options.whyWithheld(path, entries);
      return entries.map((entry) => {
        const withheld = reasons.get(entry.name);
        return withheld === undefined ? entry : { ...entry, withheld };
      });
    } catch (error) {
      throw new Error(`${path} cannot be listed: ${whyUnreadable(error)}`);
    }
  }

  /** Tells the entries anew whenever they have changed, until the function that is returned is called. */
  watch(path: string, changed: (entries: TreeEntry[]) => void): () => void {
    const { watches } = this.#options;
    let last = "";
    const look = oneAtATime(async () => {
      try {
        const entries = await this.list(path);
        const seen = JSON.stringify(entries);
        if (seen === last) return;
        last = seen;
        changed(entries);
      } catch {
        if (last !== "gone") changed([]); // The folder itself has gone.
        last = "gone";
      }
    });
    const stops = [
      watches.add(path, look),
      ...this.#above(path).map((folder) =>
        watches.add(folder, (changes) => {
          if (hasRules(changes)) look();
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The folders between a folder and the root of its workspace, whose rules count in it. */
  #above(path: string): string[] {
    const above: string[] = [];
    const isAbove = (folder: string) => this.#options.folders().some((root) => isInside(root, folder));
    for (let folder = dirname(path); isAbove(folder) && !above.includes(folder); folder = dirname(folder))
      above.push(folder);
    return above;
  }

  /** The path of a new file in the workspace; throws words for one that would be outside. */
  resolve(path: string): string {
    const found = isAbsolute(path) ? path : join(this.#options.folders()[0] ?? "", path);
    if (!this.#options.folders().some((folder) => isInside(folder, found)))
      throw new Error(`${path} is not in a folder of this workspace`);
    return found;
  }
}

/** What is in .gitignore and .tandemignore counts below their folder too. */
function hasRules(changes: Changes): boolean {
  return changes.has(".gitignore") || changes.has(privacyFileName);
}

/** Runs `work` when it is asked for: not while it runs, but once more after that, so that the last answer is the newest. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isAsked = false;
  const run = async () => {
    isRunning = true;
    do {
      isAsked = false;
      await work();
    } while (isAsked);
    isRunning = false;
  };
  return () => {
    isAsked = true;
    if (!isRunning) void run();
  };
}
