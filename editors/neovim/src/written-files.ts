/** Waits for the client to write what the user has accepted, so that Neovim shows it without being asked to. */
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** The client writes within a second of the answer; it may ask the user something in between. */
const patienceMs = 30_000;

export class WrittenFiles {
  readonly #written: (path: string) => void;
  readonly #watchers = new Map<string, { watcher: FSWatcher; timer: NodeJS.Timeout }>();

  constructor(written: (path: string) => void) {
    this.#written = written;
  }

  expect(path: string): void {
    this.#forget(path);
    try {
      // The folder, because the file may be replaced, or may not be there yet.
      const watcher = watch(dirname(path), (_, name) => {
        if (name === null || name === basename(path)) this.#written(path);
      });
      watcher.on("error", () => this.#forget(path));
      const timer = setTimeout(() => this.#forget(path), patienceMs);
      this.#watchers.set(path, { watcher, timer });
    } catch {
      // A new file in a new folder: no buffer of it can be open.
    }
  }

  close(): void {
    for (const path of [...this.#watchers.keys()]) this.#forget(path);
  }

  #forget(path: string): void {
    const watched = this.#watchers.get(path);
    if (!watched) return;
    clearTimeout(watched.timer);
    watched.watcher.close();
    this.#watchers.delete(path);
  }
}
