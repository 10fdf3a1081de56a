/**
 * Removes text of hidden files from diagnostics. They can quote other files: with `import { key } from "./secret"` a type error
 * contains the literal. If a message may quote a hidden file (hidden, or outside the workspace), parts of it that occur in no
 * shared file are removed.
 */
import { extname } from "node:path";
import type { FileDiagnostics } from "@tandem-ide/base";
import { type MessagePart, partsOf, without } from "./message-parts.js";
import { Listings, resolveReference, siblingEndings } from "./references.js";
import type { SourceFiles } from "./source-files.js";

/** Maximum number of files to search. */
const maxFiles = 2000;

export interface RedactOptions {
  readonly sources: SourceFiles;
  readonly folders: readonly string[];
  /** Returns true if the response is due. Parts not found in shared files by then are removed. */
  readonly isLate: () => boolean;
}

/** Redacts the diagnostics of one file. */
class Redaction {
  readonly #options: RedactOptions;
  readonly #path: string;
  /** Parts of messages that were not found in a shared file. */
  readonly #unknown: Set<string>;

  constructor(path: string, parts: Iterable<string>, options: RedactOptions) {
    this.#path = path;
    this.#options = options;
    this.#unknown = new Set(parts);
  }

  /** Returns the parts that may come from a hidden file. */
  async fromHiddenFiles(): Promise<ReadonlySet<string>> {
    const { sources } = this.#options;
    const own = sources.isHidden(this.#path) ? undefined : await sources.text(this.#path);
    this.#removeFound(own ?? "");
    if (this.#unknown.size === 0) return this.#unknown;
    const mayQuote =
      own === undefined || (await this.#referencesHidden()) || (await sources.hasHidden(siblingEndings(this.#path)));
    if (!mayQuote) return new Set();
    await this.#readShared();
    return this.#unknown;
  }

  #removeFound(text: string): void {
    for (const part of this.#unknown) if (contains(text, part)) this.#unknown.delete(part);
  }

  /** Returns true if the file, or a file that it imports, references a hidden one. */
  async #referencesHidden(): Promise<boolean> {
    const { sources, folders, isLate } = this.#options;
    const listings = new Listings();
    const queue = [this.#path];
    const seen = new Set(queue);
    for (let at = 0; at < queue.length; at++) {
      if (isLate() || at > maxFiles) return true;
      const path = queue[at] ?? "";
      const names = await sources.references(path, (text) => this.#removeFound(text));
      if (!names) return true;
      for (const name of names) {
        if (isLate()) return true;
        for (const file of await resolveReference(name, path, folders, listings)) {
          if (sources.isHidden(file)) return true;
          if (!seen.has(file)) queue.push(file);
          seen.add(file);
        }
      }
      if (this.#unknown.size === 0) return false;
    }
    return false;
  }

  /** Removes the parts that occur in any shared file of the same language. */
  async #readShared(): Promise<void> {
    const { sources, isLate } = this.#options;
    const endings = new Set([extname(this.#path).toLowerCase(), ...siblingEndings(this.#path)]);
    let files = 0;
    for await (const { path, ending } of sources.walk()) {
      if (this.#unknown.size === 0 || isLate() || files > maxFiles) return;
      if (!endings.has(ending) || sources.isHidden(path)) continue;
      files++;
      this.#removeFound((await sources.text(path)) ?? "");
    }
  }
}

/** The source may contain the string with or without its escapes. */
function contains(text: string, part: string): boolean {
  if (text.includes(part)) return true;
  if (!part.includes("\\")) return false;
  try {
    return text.includes(JSON.parse(`"${part}"`));
  } catch {
    return false;
  }
}

/** Returns the diagnostics without text that may come from hidden files. */
export async function redact(
  files: readonly FileDiagnostics[],
  options: RedactOptions,
): Promise<readonly FileDiagnostics[]> {
  const clean: FileDiagnostics[] = [];
  for (const file of files) clean.push(await redactFile(file, options));
  return clean;
}

async function redactFile(file: FileDiagnostics, options: RedactOptions): Promise<FileDiagnostics> {
  const parts = new Map<string, readonly MessagePart[]>();
  for (const { message } of file.diagnostics) if (!parts.has(message)) parts.set(message, partsOf(message));
  const texts = new Set([...parts.values()].flat().map(({ text }) => text));
  if (texts.size === 0) return file;
  const hidden = await new Redaction(file.path, texts, options).fromHiddenFiles();
  if (hidden.size === 0) return file;
  const clean = (message: string) =>
    without(
      message,
      (parts.get(message) ?? []).filter(({ text }) => hidden.has(text)),
    );
  return { ...file, diagnostics: file.diagnostics.map((each) => ({ ...each, message: clean(each.message) })) };
}
