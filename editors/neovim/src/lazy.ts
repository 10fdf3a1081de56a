/** Something that is loaded when it is needed first, once for all who need it. */
export class Lazy<T> {
  readonly #load: () => Promise<T>;
  #loaded: Promise<T> | undefined;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  /** What failed to load is tried again by the next call. */
  get(): Promise<T> {
    this.#loaded ??= this.#load().catch((error: unknown) => {
      this.#loaded = undefined;
      throw error;
    });
    return this.#loaded;
  }

  /** It, if anybody has needed it. */
  get loaded(): Promise<T> | undefined {
    return this.#loaded;
  }
}
