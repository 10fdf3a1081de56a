/** A value that is loaded on first use. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  #loaded: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** After a failure, the next call tries again. */
  get(): Promise<T> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** The value, if it has been used. */
  get loaded(): Promise<T> | undefined {
    return this.#loaded;
  }
}
