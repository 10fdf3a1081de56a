/** The folders that windows show, following the disk. */
import { isAbsolute, join } from "node:path";
import { isInside, listFolder, whyUnreadable } from "@tandem/server/files";
import type { TreeEntry } from "../../messages.js";
import type { FolderWatches } from "./folder-watch.js";

export interface TreeOptions {
  readonly watches: FolderWatches;
  readonly folders: () => readonly string[];
  /** Why clients do not see a path, in words. */
  readonly whyWithheld: (path: string) => string | undefined;
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
      return entries.map((entry) => {
        const withheld = this.#options.whyWithheld(entry.path);
        return { ...entry, ...(withheld !== undefined && { withheld }) };
      });
    } catch (error) {
      throw new Error(`${path} cannot be listed: ${whyUnreadable(error)}`);
    }
  }

  /** Tells the entries anew whenever they have changed, until the function that is returned is called. */
  watch(path: string, changed: (entries: TreeEntry[]) => void): () => void {
    let last = "";
    const look = async () => {
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
    };
    const stop = this.#options.watches.add(path, () => void look());
    return stop;
  }

  /** The path of a new file in the workspace; throws words for one that would be outside. */
  resolve(path: string): string {
    const found = isAbsolute(path) ? path : join(this.#options.folders()[0] ?? "", path);
    if (!this.#options.folders().some((folder) => isInside(folder, found)))
      throw new Error(`${path} is not in a folder of this workspace`);
    return found;
  }
}
