/** The file watches of the workspace folders that have a server. */

import type { LogSink } from "@tandem-ide/base";
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

  /** Closes the watches of all other folders. */
  keep(folders: readonly string[]): void {
    for (const [folder, watch] of this.#watches)
      if (!folders.includes(folder)) {
        this.#watches.delete(folder);
        watch.close();
      }
  }

  /** Resolves when all earlier changes on disk have been reported. */
  async settle(): Promise<void> {
    await Promise.all([...this.#watches.values()].map((watch) => watch.settle()));
  }
}
