/** Quick open: finds files by a few letters of their names. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listFiles } from "@tandem-ide/server/files";
import fuzzysort from "fuzzysort";
import type { FoundFile } from "../../messages.js";

interface IndexedFile {
  readonly path: string;
  readonly name: string;
  readonly prepared: ReturnType<typeof fuzzysort.prepare>;
}

/** An index stays fresh for this many times as long as it took to build, so a small tree is indexed on every query. */
const freshFactor = 5;
/** How long a query waits for a new index before it uses the old one. */
const maxWaitMs = 150;

export class FileFinder {
  readonly #folders: () => readonly string[];
  readonly #closing = new AbortController();
  #files: readonly IndexedFile[] = [];
  #walk: Promise<void> | undefined;
  #freshUntil = 0;
  #walkedFolders = "";

  constructor(folders: () => readonly string[]) {
    this.#folders = folders;
  }

  /** Returns the best matches, best first, or files in alphabetical order for an empty query. */
  async find(query: string, limit: number): Promise<{ files: FoundFile[]; total: number }> {
    await this.#refresh();
    const found = this.#search(query, limit);
    if (found.total > 0) return found;
    // It may have been created since the last walk.
    await this.#walk;
    await this.#walkAgain(this.#folders().join("\n"));
    return this.#search(query, limit);
  }

  #search(query: string, limit: number): { files: FoundFile[]; total: number } {
    const wanted = query.trim().replaceAll("\\", "/");
    if (wanted === "") {
      const files = this.#files.slice(0, limit).map(({ path, name }) => ({ path, name, matches: [] }));
      return { files, total: this.#files.length };
    }
    const found = fuzzysort.go(wanted, [...this.#files], { key: "prepared", limit, threshold: 0.1 });
    const files = found.map(({ obj, indexes }) => ({ path: obj.path, name: obj.name, matches: [...indexes] }));
    return { files, total: found.total };
  }

  close(): void {
    this.#closing.abort();
  }

  async #refresh(): Promise<void> {
    const folders = this.#folders().join("\n");
    if (folders !== this.#walkedFolders) {
      await this.#walk; // Walks the old folders.
      await this.#walkAgain(folders);
    } else if (performance.now() > this.#freshUntil) {
      await Promise.race([this.#walkAgain(folders), sleep(maxWaitMs, undefined, { ref: false })]);
    }
  }

  /** Joins a walk in progress. */
  #walkAgain(folders: string): Promise<void> {
    this.#walk ??= this.#walkAll(folders);
    return this.#walk;
  }

  async #walkAll(folders: string): Promise<void> {
    const { signal } = this.#closing;
    const started = performance.now();
    try {
      const files: IndexedFile[] = [];
      for (const folder of this.#folders())
        for (const name of await listFiles(folder, { signal, isHidden: () => false }))
          files.push({ path: join(folder, name), name, prepared: fuzzysort.prepare(name) });
      this.#files = files;
      this.#walkedFolders = folders;
    } catch {
      // The workbench is closing.
    } finally {
      const ended = performance.now();
      this.#freshUntil = ended + (ended - started) * freshFactor;
      this.#walk = undefined;
    }
  }
}
