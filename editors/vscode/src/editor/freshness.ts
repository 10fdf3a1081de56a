/** Decides whether the diagnostics of a document are up to date. */

/** Diagnostics count as up to date this long after a change. A language server may have to start first. */
const settledMs = 10_000;
/** The same for plain text, if no diagnostics were seen for it. */
const withoutToolsMs = 500;
/** Language servers publish in steps, such as syntax and then types, with shorter pauses than this. */
const publishPauseMs = 150;

interface Times {
  changed: number;
  diagnosed: number;
}

export class Freshness {
  readonly #now: () => number;
  readonly #times = new Map<string, Times>();
  readonly #diagnosedLanguages = new Set<string>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Records that the text was changed or loaded. */
  changed(uri: string): void {
    this.#of(uri).changed = this.#now();
  }

  /** Records new diagnostics. */
  diagnosed(uri: string, language?: string): void {
    this.#of(uri).diagnosed = this.#now();
    if (language !== undefined) this.#diagnosedLanguages.add(language);
  }

  forget(uri: string): void {
    this.#times.delete(uri);
  }

  /** Returns after how many ms the diagnostics will count as up to date if nothing else happens; 0 if they already do. */
  waitFor(uri: string, language: string): number {
    const times = this.#times.get(uri);
    if (!times) return 0;
    const { changed, diagnosed } = times;
    const settled = language === "plaintext" && !this.#diagnosedLanguages.has(language) ? withoutToolsMs : settledMs;
    const from = diagnosed >= changed ? diagnosed + publishPauseMs : changed + settled;
    return Math.max(0, from - this.#now());
  }

  #of(uri: string): Times {
    const times = this.#times.get(uri) ?? { changed: 0, diagnosed: -1 };
    this.#times.set(uri, times);
    return times;
  }
}
