/** Recomputes something after each change: one computation at a time, with a single one for several changes. */
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
    // Changes that happen at the same time share one computation.
    await Promise.resolve();
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#build().catch(this.#onError);
    }
  }

  /** Resolves once everything has been computed. */
  async done(): Promise<void> {
    await this.#running;
  }
}
