/** The last diagnostics, for when the editor is late. */
import type { FileDiagnostics } from "@tandem-ide/base";

/** More than a session is likely to edit. The oldest are dropped first. */
const maxFiles = 200;

export class LastDiagnostics {
  readonly #answers = new Map<string, readonly FileDiagnostics[]>();

  /** `path` is undefined for the diagnostics of all files. */
  get(path: string | undefined): readonly FileDiagnostics[] {
    return this.#answers.get(path ?? "") ?? [];
  }

  set(path: string | undefined, files: readonly FileDiagnostics[]): void {
    const key = path ?? "";
    this.#answers.delete(key);
    // An empty list is the default, and clients may ask about arbitrary paths.
    if (files.length === 0) return;
    this.#answers.set(key, files);
    const [oldest] = this.#answers.keys();
    if (this.#answers.size > maxFiles && oldest !== undefined) this.#answers.delete(oldest);
  }
}
