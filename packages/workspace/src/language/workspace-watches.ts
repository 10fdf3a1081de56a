/** The watches of the workspace folders that have a server. */

import type { LogSink } from "@tandem/base";
import { type DiskChange, DiskWatch } from "./disk-watch.js";

export interface WorkspaceWatchesOptions {
  readonly maxFolders: number;
  readonly log: LogSink;
  readonly onChanges: (changes: readonly DiskChange[]) => void;
}

export class WorkspaceWatches {
  readonly #options: WorkspaceWatchesOptions;
  readonly #watches = new Map<string, DiskWatch>();

  constructor(options: WorkspaceWatchesOptions) {
    this.#options = options;
  }

  add(folder: string): void {
    if (!this.#watches.has(folder)) this.#watches.set(folder, new DiskWatch({ folder, ...this.#options }));
  }

  /** Ends the watches of all other folders. */
  keep(folders: readonly string[]): void {
    for (const [folder, watch] of this.#watches)
      if (!folders.includes(folder)) {
        this.#watches.delete(folder);
        watch.close();
      }
  }

  /** Resolves when what was written to disk before has been told. */
  async settle(): Promise<void> {
    await Promise.all([...this.#watches.values()].map((watch) => watch.settle()));
  }
}
