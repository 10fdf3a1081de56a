/** Which files were changed last, by whomever. */
export class TouchedFiles {
  readonly #max: number;
  /** The latest last. */
  readonly #at = new Map<string, number>();
  #count = 0;

  /** Remembers as many as `max`; the oldest go first. */
  constructor(max: number) {
    this.#max = max;
  }

  get paths(): readonly string[] {
    return [...this.#at.keys()];
  }

  /** The later, the bigger; 0 for a file that nobody has touched. */
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
