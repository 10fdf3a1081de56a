/** Caches which languages have hidden files in the workspace, and which files reference which. */
import { realpath, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Clock } from "@tandem-ide/base";
import { readTextFile } from "../files/read-text.js";
import type { Privacy } from "../privacy/privacy.js";
import { areSameRules, rulesIdentity } from "../privacy/snapshot.js";
import type { Workspace } from "../workspace.js";
import { Listings, referencesIn, siblingEndings } from "./references.js";

/** How long a scan of the folders is valid, in ms. */
const scanValidMs = 10_000;
/** Beyond this limit, any language is assumed to have hidden files. */
const maxEntries = 50_000;
/** Maximum number of files whose references are cached. */
const maxCached = 5000;
/** Beyond this many names in files that clients wrote, any file is assumed to reference any other. */
const maxWrittenNames = 20_000;
const maxFileBytes = 1024 * 1024;
/** Not the user's code, and too large to scan. */
const skippedFolders = new Set(["node_modules", ".git"]);

interface Scan {
  readonly at: number;
  readonly rules: readonly object[] | undefined;
  readonly folders: string;
  /** Extensions of hidden files. Undefined if the folders are too large. */
  readonly endings: Promise<ReadonlySet<string> | undefined>;
}

export class SourceFiles {
  readonly #workspace: Workspace;
  readonly #privacy: Privacy;
  readonly #clock: Clock;
  readonly #references = new Map<string, { readonly key: string; readonly names: readonly string[] }>();
  /** References in files that clients wrote, before and after the write. */
  readonly #written = new Map<string, Set<string>>();
  #writtenNames = 0;
  #isOverLimit = false;
  #lastScan: Scan | undefined;

  constructor(workspace: Workspace, privacy: Privacy, clock: Clock) {
    this.#workspace = workspace;
    this.#privacy = privacy;
    this.#clock = clock;
  }

  /** Returns true if clients must not get the text of this file. */
  isHidden(path: string): boolean {
    return this.#workspace.nameOf(path) === undefined || this.#privacy.checkRules(path) !== undefined;
  }

  /** Returns true if the workspace contains a hidden file with one of these extensions. */
  async hasHidden(endings: readonly string[]): Promise<boolean> {
    if (endings.length === 0) return false;
    const hidden = await this.#hiddenEndings();
    return hidden === undefined || endings.some((each) => hidden.has(each));
  }

  #hiddenEndings(): Scan["endings"] {
    const rules = rulesIdentity(this.#privacy);
    const folders = this.#workspace.folders.join("\0");
    const scan = this.#lastScan;
    const isFresh =
      scan !== undefined &&
      this.#clock.now() - scan.at < scanValidMs &&
      scan.folders === folders &&
      areSameRules(rules, scan.rules);
    if (isFresh) return scan.endings;
    const endings = this.#scan();
    this.#lastScan = { at: this.#clock.now(), rules, folders, endings };
    return endings;
  }

  async #scan(): Promise<ReadonlySet<string> | undefined> {
    const found = new Set<string>();
    let entries = 0;
    for await (const { path, ending } of this.walk()) {
      if (++entries > maxEntries) return undefined;
      if (ending !== "" && !found.has(ending) && this.#privacy.checkRules(path) !== undefined) found.add(ending);
    }
    return found;
  }

  /** Yields all files in the folders, including hidden ones. */
  async *walk(): AsyncGenerator<{ readonly path: string; readonly ending: string }> {
    const listings = new Listings();
    const queue = [...this.#workspace.folders];
    for (let at = 0; at < queue.length; at++) {
      const directory = queue[at] ?? "";
      for (const entry of await listings.of(directory)) {
        const path = join(directory, entry.name);
        if (!entry.isDirectory()) yield { path, ending: extname(entry.name).toLowerCase() };
        else if (!skippedFolders.has(entry.name)) queue.push(path);
      }
    }
  }

  /** Returns the text of a file, if it is small enough to be code. */
  async text(path: string): Promise<string | undefined> {
    const file = await readTextFile(path, maxFileBytes);
    return file.kind === "text" ? file.text : undefined;
  }

  /**
   * Call this before a client's write. Later diagnostics may still be about the old text, so the references in it are kept.
   */
  async beforeWriting(path: string, content: string): Promise<void> {
    const names = this.#written.get(path) ?? new Set();
    const known = names.size;
    for (const text of [(await this.text(path)) ?? "", content])
      for (const name of referencesIn(text, path)) names.add(name);
    if (names.size > 0) this.#written.set(path, names);
    this.#writtenNames += names.size - known;
    if (this.#writtenNames <= maxWrittenNames) return;
    this.#written.clear();
    this.#isOverLimit = true;
  }

  /**
   * Returns the references in a file. If the file is read, its text is passed to `read`. Returns undefined if they are unknown,
   * because the file is too large or too many were written.
   */
  async references(path: string, read: (text: string) => void): Promise<readonly string[] | undefined> {
    if (this.#isOverLimit) return undefined;
    const names = await this.#referencesNow(path, read);
    const before = this.#written.size > 0 && this.#written.get(await realpath(path).catch(() => path));
    return names && before ? [...new Set([...names, ...before])] : names;
  }

  async #referencesNow(path: string, read: (text: string) => void): Promise<readonly string[] | undefined> {
    let key: string;
    try {
      const { mtimeMs, size } = await stat(path);
      if (size > maxFileBytes && siblingEndings(path).length > 0) return undefined;
      key = `${mtimeMs} ${size}`;
    } catch {
      return [];
    }
    const known = this.#references.get(path);
    if (known?.key === key) return known.names;
    const text = (await this.text(path)) ?? "";
    read(text);
    const names = referencesIn(text, path);
    if (this.#references.size >= maxCached) this.#references.clear();
    this.#references.set(path, { key, names });
    return names;
  }
}
