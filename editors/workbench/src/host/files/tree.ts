/** The file tree that windows show. */
import { dirname, isAbsolute, join } from "node:path";
import { isInside } from "@tandem-ide/base/node";
import { privacyFileName } from "@tandem-ide/server";
import { describeFileError, type FolderEntry, listFolder } from "@tandem-ide/server/files";
import type { TreeEntry } from "../../messages.js";
import type { Changes, SharedWatches } from "./shared-watches.js";

export interface TreeOptions {
  readonly watches: SharedWatches;
  readonly folders: () => readonly string[];
  /** Returns why entries of a folder are hidden from clients, by name. */
  readonly whyHidden: (folder: string, entries: readonly FolderEntry[]) => ReadonlyMap<string, string>;
}

export class Tree {
  readonly #options: TreeOptions;

  constructor(options: TreeOptions) {
    this.#options = options;
  }

  async list(path: string): Promise<TreeEntry[]> {
    const root = this.#options.folders().find((folder) => isInside(folder, path));
    if (root === undefined) throw new Error(`${path} isn't in a workspace folder`);
    try {
      const entries = await listFolder(path, root);
      const reasons = this.#options.whyHidden(path, entries);
      return entries.map((entry) => {
        const hidden = reasons.get(entry.name);
        return hidden === undefined ? entry : { ...entry, hidden };
      });
    } catch (error) {
      throw new Error(`${path} couldn't be listed: ${describeFileError(error)}`);
    }
  }

  /** Calls `changed` with the entries whenever they change, until the returned function is called. */
  watch(path: string, changed: (entries: TreeEntry[]) => void): () => void {
    const { watches } = this.#options;
    let last = "";
    const refresh = oneAtATime(async () => {
      try {
        const entries = await this.list(path);
        const seen = JSON.stringify(entries);
        if (seen === last) return;
        last = seen;
        changed(entries);
      } catch {
        if (last !== "gone") changed([]); // The folder itself is gone.
        last = "gone";
      }
    });
    const stops = [
      watches.add(path, refresh),
      ...this.#above(path).map((folder) =>
        watches.add(folder, (changes) => {
          if (hasRules(changes)) refresh();
        }),
      ),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  /** The folders between a folder and its workspace folder, whose rules apply in it too. */
  #above(path: string): string[] {
    const above: string[] = [];
    const isAbove = (folder: string) => this.#options.folders().some((root) => isInside(root, folder));
    for (let folder = dirname(path); isAbove(folder) && !above.includes(folder); folder = dirname(folder))
      above.push(folder);
    return above;
  }

  /** Returns the path of a new file. Throws if it is outside the workspace. */
  resolve(path: string): string {
    const found = isAbsolute(path) ? path : join(this.#options.folders()[0] ?? "", path);
    if (!this.#options.folders().some((folder) => isInside(folder, found)))
      throw new Error(`${path} isn't in a workspace folder`);
    return found;
  }
}

/** The rules in .gitignore and .tandemignore apply below their folder too. */
function hasRules(changes: Changes): boolean {
  return changes.has(".gitignore") || changes.has(privacyFileName);
}

/** Runs `work` one call at a time. Calls during a run lead to one more run, so that the last result is current. */
function oneAtATime(work: () => Promise<void>): () => void {
  let isRunning = false;
  let isRequested = false;
  const run = async () => {
    isRunning = true;
    do {
      isRequested = false;
      await work();
    } while (isRequested);
    isRunning = false;
  };
  return () => {
    isRequested = true;
    if (!isRunning) void run();
  };
}
