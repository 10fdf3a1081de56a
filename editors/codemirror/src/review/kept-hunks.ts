/**
 * How many changes of a proposal are left in the text that the user is editing. In a long text with many changes counting
 * takes as long as several keys, so there it waits until nobody types.
 */
import type { Text } from "@codemirror/state";
import { splitHunks } from "@tandem/base/text";

/** Past either of these, counting is felt while typing. */
const manyLines = 2000;
const manyHunks = 100;
/** Nobody types who has not done so for this long. */
const restMs = 250;

/**
 * Counts, and tells when a count that was put off is there.
 *
 * @example
 * const kept = new KeptHunks(oldText, () => update());
 * label.textContent = `${kept.count(view.state.doc, () => view.state.doc.toString())} changes`;
 */
export class KeptHunks {
  readonly #original: string;
  readonly #recounted: () => void;
  #counted: { readonly doc: Text; readonly kept: number } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `counted`: of a text that was compared with the original just now. */
  constructor(original: string, recounted: () => void, counted?: { readonly doc: Text; readonly kept: number }) {
    this.#original = original;
    this.#recounted = recounted;
    this.#counted = counted;
  }

  /** The changes that are left in `doc`; where counting is slow, those of a moment ago. */
  count(doc: Text, textOf: () => string): number {
    if (!this.#counted) return this.#countNow(doc, textOf);
    // Asked for at each step of the cursor, too.
    if (this.#counted.doc === doc) return this.#counted.kept;
    clearTimeout(this.#timer);
    if (doc.lines < manyLines && this.#counted.kept < manyHunks) return this.#countNow(doc, textOf);
    this.#timer = setTimeout(() => {
      this.exactCount(doc, textOf);
      this.#recounted();
    }, restMs);
    return this.#counted.kept;
  }

  /** The same without putting it off: for a decision. */
  exactCount(doc: Text, textOf: () => string): number {
    return this.#counted?.doc === doc ? this.#counted.kept : this.#countNow(doc, textOf);
  }

  #countNow(doc: Text, textOf: () => string): number {
    const kept = splitHunks(this.#original, textOf()).length;
    this.#counted = { doc, kept };
    return kept;
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}
