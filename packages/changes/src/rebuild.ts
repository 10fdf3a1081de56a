/** Recomputes something after each change: one computation at a time, and one for several changes. */
export class Rebuild {
  readonly #build: () => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #isWanted = false;
  #running: Promise<void> | undefined;

  constructor(build: () => Promise<void>, onError: (error: unknown) => void) {
    this.#build = build;
    this.#onError = onError;
  }

  request(): void {
    this.#isWanted = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
    });
  }

  async #run(): Promise<void> {
    // Several changes at the same time are one.
    await Promise.resolve();
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#build().catch(this.#onError);
    }
  }

  /** Resolves once nothing is left to compute. */
  async done(): Promise<void> {
    await this.#running;
  }
}
