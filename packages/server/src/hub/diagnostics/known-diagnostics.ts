/** The diagnostics that were last answered, for when the editor is late. */
import type { FileDiagnostics } from "@tandem/base";

/** As many single files as a session is likely to edit; the oldest go first. */
const maxFiles = 200;

export class KnownDiagnostics {
  readonly #answers = new Map<string, readonly FileDiagnostics[]>();

  /** `path` undefined means the answer for all files. */
  get(path: string | undefined): readonly FileDiagnostics[] {
    return this.#answers.get(path ?? "") ?? [];
  }

  set(path: string | undefined, files: readonly FileDiagnostics[]): void {
    const key = path ?? "";
    this.#answers.delete(key);
    // Nothing is what is known of a file anyway; and a client may ask about names that are no files, of any length.
    if (files.length === 0) return;
    this.#answers.set(key, files);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxFiles && oldest !== undefined) this.#answers.delete(oldest);
  }
}
