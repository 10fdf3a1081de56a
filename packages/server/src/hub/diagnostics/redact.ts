/**
 * Diagnostics quote other files than their own: with `import { key } from "./secret"` a type error tells the literal. Where a
 * hidden file (withheld, or outside the workspace) may be quoted, parts of a message that occur in no file that may be shared
 * are left out.
 */
import { extname } from "node:path";
import type { FileDiagnostics } from "@tandem/base";
import { type MessagePart, partsOf, without } from "./message-parts.js";
import { Listings, resolveReference, siblingEndings } from "./references.js";
import type { SourceFiles } from "./source-files.js";

/** What is looked through before the rest counts as unknown. */
const maxFiles = 2000;

export interface RedactOptions {
  readonly sources: SourceFiles;
  readonly folders: readonly string[];
  /** True when the answer has to go out: what is not known to be shared by then is left out. */
  readonly isLate: () => boolean;
}

/** The work on the diagnostics of one file. */
class Redaction {
  readonly #options: RedactOptions;
  readonly #path: string;
  /** Parts of messages that have not been found in a file that may be shared. */
  readonly #unknown: Set<string>;

  constructor(path: string, parts: Iterable<string>, options: RedactOptions) {
    this.#path = path;
    this.#options = options;
    this.#unknown = new Set(parts);
  }

  /** The parts that may come from a hidden file. */
  async fromHiddenFiles(): Promise<ReadonlySet<string>> {
    const { sources } = this.#options;
    const own = sources.isHidden(this.#path) ? undefined : await sources.text(this.#path);
    this.#note(own ?? "");
    if (this.#unknown.size === 0) return this.#unknown;
    const mayQuote =
      own === undefined || (await this.#namesHidden()) || (await sources.hasHidden(siblingEndings(this.#path)));
    if (!mayQuote) return new Set();
    await this.#readShared();
    return this.#unknown;
  }

  #note(text: string): void {
    for (const part of this.#unknown) if (holds(text, part)) this.#unknown.delete(part);
  }

  /** Whether the file, or one that it takes in, names a hidden one. */
  async #namesHidden(): Promise<boolean> {
    const { sources, folders, isLate } = this.#options;
    const listings = new Listings();
    const queue = [this.#path];
    const seen = new Set(queue);
    for (let at = 0; at < queue.length; at++) {
      if (isLate() || at > maxFiles) return true;
      const path = queue[at] ?? "";
      const names = await sources.references(path, (text) => this.#note(text));
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

  /** What stands in any file of the language that may be shared may be told. */
  async #readShared(): Promise<void> {
    const { sources, isLate } = this.#options;
    const endings = new Set([extname(this.#path).toLowerCase(), ...siblingEndings(this.#path)]);
    let files = 0;
    for await (const { path, ending } of sources.walk()) {
      if (this.#unknown.size === 0 || isLate() || files > maxFiles) return;
      if (!endings.has(ending) || sources.isHidden(path)) continue;
      files++;
      this.#note((await sources.text(path)) ?? "");
    }
  }
}

/** A string may stand in the source with its escapes, as messages show it, or without. */
function holds(text: string, part: string): boolean {
  if (text.includes(part)) return true;
  if (!part.includes("\\")) return false;
  try {
    return text.includes(JSON.parse(`"${part}"`));
  } catch {
    return false;
  }
}

/** The same diagnostics, with what may come from hidden files left out of their messages. */
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
