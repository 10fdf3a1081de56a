/** What the editor reported about changes: files that the user saved, and texts that the user accepted in a review. */
import { toEditorText } from "@tandem-ide/base/text";
import { isOpaque } from "./content.js";
import type { Contents } from "./contents.js";
import type { DiskChange } from "./scanner.js";
import { type FileChain, reportMs, type Version } from "./state.js";

const maxAccepted = 1_000;

/** Decodes a file for comparison and display: LF line endings and no byte-order mark. */
export function decode(text: string): string {
  return toEditorText(Buffer.from(text, "latin1").toString("utf8"));
}

/** Returns what is known about a path, or about a folder above it. */
function findWithin<T>(known: ReadonlyMap<string, T>, path: string): T | undefined {
  if (known.size === 0) return undefined;
  for (let end = path.length; end > 0; end = path.lastIndexOf("/", end - 1)) {
    const found = known.get(path.slice(0, end));
    if (found !== undefined) return found;
  }
  return undefined;
}

export class Claims {
  /** Saved files, with the time of the report in ms since 1970. */
  readonly #saved = new Map<string, number>();
  /** Saves that were reported before the current scan began, so the scan sees them. */
  #atScanStart = new Map<string, number>();
  readonly #recent = new Map<string, number>();
  readonly #accepted = new Map<string, string>();
  /** Accepted texts that the current scan found. */
  readonly #found = new Set<string>();

  /** The user saved, created, renamed or deleted the file, or a folder with everything in it. */
  saved(path: string, at: number): void {
    this.#saved.set(path, at);
    for (const [each, time] of this.#recent) if (at - time > reportMs) this.#recent.delete(each);
    this.#recent.set(path, at);
  }

  /** Returns true if the user saved the file a moment ago. */
  isRecent(path: string, now: number): boolean {
    return now - (findWithin(this.#recent, path) ?? 0) < reportMs;
  }

  accepted(path: string, content: string): void {
    this.#accepted.delete(path);
    this.#accepted.set(path, toEditorText(content));
    const [oldest] = this.#accepted.keys();
    if (this.#accepted.size > maxAccepted && oldest !== undefined) this.#accepted.delete(oldest);
  }

  /** Call this when a scan begins. Returns a function to call once its result is stored. */
  begin(): () => void {
    this.#atScanStart = new Map([...this.#atScanStart, ...this.#saved]);
    this.#saved.clear();
    return () => {
      this.#atScanStart.clear();
      for (const path of this.#found) this.#accepted.delete(path);
      this.#found.clear();
    };
  }

  async #isAccepted(path: string, version: Version, contents: Contents): Promise<boolean> {
    const expected = this.#accepted.get(path);
    if (expected === undefined) return false;
    const [content] = await contents.load([version]);
    if (!content || isOpaque(content) || decode(content.text) !== expected) return false;
    this.#found.add(path);
    return true;
  }

  async isOwn({ path, to }: DiskChange, contents: Contents): Promise<boolean> {
    return findWithin(this.#atScanStart, path) !== undefined || (await this.#isAccepted(path, to, contents));
  }

  /** Returns true if the last change of a file is one that the user made, but was recorded before its report. */
  async isLate(path: string, { now, last }: FileChain, contents: Contents, changedAt: () => number): Promise<boolean> {
    if (!last) return false;
    const reported = findWithin(this.#atScanStart, path);
    // A later modification time means that the user saved the same text again.
    if (reported !== undefined) return reported - last.at < reportMs && changedAt() <= last.at;
    return await this.#isAccepted(path, now, contents);
  }
}
