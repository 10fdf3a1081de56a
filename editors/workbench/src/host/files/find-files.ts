/** Quick open: files by a few letters of their names. */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { listFiles } from "@tandem/server/files";
import fuzzysort from "fuzzysort";
import type { FoundFile } from "../../messages.js";

interface Known {
  readonly path: string;
  readonly name: string;
  readonly prepared: ReturnType<typeof fuzzysort.prepare>;
}

/** A walk over the tree serves questions for so many times as long as it took: a small tree is always looked at anew. */
const freshFactor = 5;
/** A small tree is walked by then; a big one answers with what is known, and the next question knows more. */
const patienceMs = 150;

export class FileFinder {
  readonly #folders: () => readonly string[];
  readonly #ending = new AbortController();
  #known: readonly Known[] = [];
  #walk: Promise<void> | undefined;
  #freshUntil = 0;
  #walkedFolders = "";

  constructor(folders: () => readonly string[]) {
    this.#folders = folders;
  }

  /** The best matches, best first; the files in alphabetical order for an empty query. */
  async find(query: string, limit: number): Promise<{ files: FoundFile[]; total: number }> {
    await this.#refresh();
    const found = this.#search(query, limit);
    if (found.total > 0) return found;
    // It may have been made since the last walk.
    await this.#walk;
    await this.#walkAgain(this.#folders().join("\n"));
    return this.#search(query, limit);
  }

  #search(query: string, limit: number): { files: FoundFile[]; total: number } {
    const wanted = query.trim().replaceAll("\\", "/");
    if (wanted === "") {
      const files = this.#known.slice(0, limit).map(({ path, name }) => ({ path, name, matches: [] }));
      return { files, total: this.#known.length };
    }
    const found = fuzzysort.go(wanted, [...this.#known], { key: "prepared", limit, threshold: 0.1 });
    const files = found.map(({ obj, indexes }) => ({ path: obj.path, name: obj.name, matches: [...indexes] }));
    return { files, total: found.total };
  }

  close(): void {
    this.#ending.abort();
  }

  async #refresh(): Promise<void> {
    const folders = this.#folders().join("\n");
    if (folders !== this.#walkedFolders) {
      await this.#walk; // Of other folders.
      await this.#walkAgain(folders);
    } else if (performance.now() > this.#freshUntil) {
      await Promise.race([this.#walkAgain(folders), sleep(patienceMs, undefined, { ref: false })]);
    }
  }

  /** Joins a walk that is under way. */
  #walkAgain(folders: string): Promise<void> {
    this.#walk ??= this.#walkAll(folders);
    return this.#walk;
  }

  async #walkAll(folders: string): Promise<void> {
    const { signal } = this.#ending;
    const started = performance.now();
    try {
      const known: Known[] = [];
      for (const folder of this.#folders())
        for (const name of await listFiles(folder, { signal, isWithheld: () => false }))
          known.push({ path: join(folder, name), name, prepared: fuzzysort.prepare(name) });
      this.#known = known;
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
