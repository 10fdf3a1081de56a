/** Knows whether the diagnostics of a document are about its text as it is now. Pure; time is passed in. */

/** A language tool that has said nothing for this long after a change has nothing to say; it may have to start first. */
const settledMs = 10_000;
/** The same for a language that has no tools, as far as is known. */
const withoutToolsMs = 500;
/** Tools publish in steps (first the syntax, then the types): after the last step it is quiet for this long. */
const quietMs = 150;

interface Moments {
  changed: number;
  diagnosed: number;
}

export class Freshness {
  readonly #now: () => number;
  readonly #moments = new Map<string, Moments>();
  readonly #spokenFor = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The text has changed, or was loaded. */
  changed(uri: string): void {
    this.#of(uri).changed = this.#now();
  }

  /** Diagnostics have come, about a text of this language if that is known. */
  diagnosed(uri: string, language?: string): void {
    this.#of(uri).diagnosed = this.#now();
    if (language !== undefined) this.#spokenFor.add(language);
  }

  forget(uri: string): void {
    this.#moments.delete(uri);
  }

  /** In how many ms the diagnostics count as current if nothing happens until then; 0 when they do now. */
  waitFor(uri: string, language: string): number {
    const moments = this.#moments.get(uri);
    if (!moments) return 0;
    const { changed, diagnosed } = moments;
    const settled = language === "plaintext" && !this.#spokenFor.has(language) ? withoutToolsMs : settledMs;
    const from = diagnosed >= changed ? diagnosed + quietMs : changed + settled;
    return Math.max(0, from - this.#now());
  }

  #of(uri: string): Moments {
    const moments = this.#moments.get(uri) ?? { changed: 0, diagnosed: -1 };
    this.#moments.set(uri, moments);
    return moments;
  }
}
