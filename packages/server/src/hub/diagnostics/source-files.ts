/** What is known of the source files of the workspace, and for how long: which languages have hidden files, and what names what. */

import { realpath, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { Clock } from "@tandem/base";
import { readTextFile } from "../files/read-text.js";
import type { Privacy } from "../privacy/privacy.js";
import { identityOfRules } from "../privacy/privacy-snapshot.js";
import type { Workspace } from "../workspace.js";
import { Listings, referencesIn, siblingEndings } from "./references.js";

/** How long a look through the folders counts, in ms. */
const looksLastMs = 10_000;
/** More are not looked at: then any language may have hidden files. */
const maxEntries = 50_000;
/** How many files' references are remembered. */
const maxRemembered = 5000;
/** Of names in files that clients wrote; past this any file may have named any. */
const maxWrittenNames = 20_000;
const maxFileBytes = 1024 * 1024;
/** Nobody's own code, and far too much of it. */
const passedOver = new Set(["node_modules", ".git"]);

interface Look {
  readonly at: number;
  readonly rules: readonly object[] | undefined;
  readonly folders: string;
  /** Endings of hidden files; undefined where the folders were too large to tell. */
  readonly endings: Promise<ReadonlySet<string> | undefined>;
}

export class SourceFiles {
  readonly #workspace: Workspace;
  readonly #privacy: Privacy;
  readonly #clock: Clock;
  readonly #references = new Map<string, { readonly key: string; readonly names: readonly string[] }>();
  /** What files named that clients wrote, before and after. */
  readonly #written = new Map<string, Set<string>>();
  #writtenNames = 0;
  #hasLostCount = false;
  #look: Look | undefined;

  constructor(workspace: Workspace, privacy: Privacy, clock: Clock) {
    this.#workspace = workspace;
    this.#privacy = privacy;
    this.#clock = clock;
  }

  /** Whether a client may not be told the text of this file. */
  isHidden(path: string): boolean {
    return this.#workspace.nameOf(path) === undefined || this.#privacy.judge(path) !== undefined;
  }

  /** Whether a hidden file with one of these endings is in the workspace. */
  async hasHidden(endings: readonly string[]): Promise<boolean> {
    if (endings.length === 0) return false;
    const hidden = await this.#hiddenEndings();
    return hidden === undefined || endings.some((each) => hidden.has(each));
  }

  #hiddenEndings(): Look["endings"] {
    const rules = identityOfRules(this.#privacy);
    const folders = this.#workspace.folders.join("\0");
    const look = this.#look;
    const isFresh =
      look !== undefined &&
      this.#clock.now() - look.at < looksLastMs &&
      look.folders === folders &&
      rules?.length === look.rules?.length &&
      (rules ?? []).every((each, index) => each === look.rules?.[index]);
    if (isFresh) return look.endings;
    const endings = this.#lookThrough();
    this.#look = { at: this.#clock.now(), rules, folders, endings };
    return endings;
  }

  async #lookThrough(): Promise<ReadonlySet<string> | undefined> {
    const found = new Set<string>();
    let entries = 0;
    for await (const { path, ending } of this.walk()) {
      if (++entries > maxEntries) return undefined;
      if (ending !== "" && !found.has(ending) && this.#privacy.judge(path) !== undefined) found.add(ending);
    }
    return found;
  }

  /** Every file of the folders, hidden or not. */
  async *walk(): AsyncGenerator<{ readonly path: string; readonly ending: string }> {
    const listings = new Listings();
    const queue = [...this.#workspace.folders];
    for (let at = 0; at < queue.length; at++) {
      const directory = queue[at] ?? "";
      for (const entry of await listings.of(directory)) {
        const path = join(directory, entry.name);
        if (!entry.isDirectory()) yield { path, ending: extname(entry.name).toLowerCase() };
        else if (!passedOver.has(entry.name)) queue.push(path);
      }
    }
  }

  /** The text of a file that is small enough to be code. */
  async text(path: string): Promise<string | undefined> {
    const file = await readTextFile(path, maxFileBytes);
    return file.kind === "text" ? file.text : undefined;
  }

  /**
   * A client is about to write a file. What an editor says of it later may be about the text before: so what that named counts
   * from now on too.
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
    this.#hasLostCount = true;
  }

  /**
   * What a file names; its text is handed to `read` where it was read for that. Undefined where nobody can tell, for it is
   * too large to be looked through, or too many were written.
   */
  async references(path: string, read: (text: string) => void): Promise<readonly string[] | undefined> {
    if (this.#hasLostCount) return undefined;
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
    if (this.#references.size >= maxRemembered) this.#references.clear();
    this.#references.set(path, { key, names });
    return names;
  }
}
