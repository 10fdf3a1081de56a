/** Waits for the client to write accepted files, so that Neovim reloads them. */
import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** The client writes within a second, unless it first asks the user something. */
const timeoutMs = 30_000;

export class WrittenFiles {
  readonly #written: (path: string) => void;
  readonly #watchers = new Map<string, { watcher: FSWatcher; timer: NodeJS.Timeout }>();

  constructor(written: (path: string) => void) {
    this.#written = written;
  }

  expect(path: string): void {
    this.#forget(path);
    try {
      // Watch the folder: the file may be replaced or may not exist yet.
      const watcher = watch(dirname(path), (_, name) => {
        if (name === null || name === basename(path)) this.#written(path);
      });
      watcher.on("error", () => this.#forget(path));
      const timer = setTimeout(() => this.#forget(path), timeoutMs);
      this.#watchers.set(path, { watcher, timer });
    } catch {
      // The folder does not exist, so no buffer can have the file.
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
