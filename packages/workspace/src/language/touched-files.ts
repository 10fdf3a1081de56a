/** The most recently changed files. */
export class TouchedFiles {
  readonly #max: number;
  /** The latest is last. */
  readonly #at = new Map<string, number>();
  #count = 0;

  /** Stores up to `max` files and drops the oldest. */
  constructor(max: number) {
    this.#max = max;
  }

  get paths(): readonly string[] {
    return [...this.#at.keys()];
  }

  /** Returns a number that is larger for later changes, and 0 for a file without any. */
  at(path: string): number {
    return this.#at.get(path) ?? 0;
  }

  add(path: string): void {
    this.#at.delete(path);
    this.#at.set(path, ++this.#count);
    const [oldest] = this.#at.keys();
    if (this.#at.size > this.#max && oldest !== undefined) this.#at.delete(oldest);
  }

  delete(path: string): void {
    this.#at.delete(path);
  }
}
