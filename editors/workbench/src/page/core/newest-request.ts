/** Repeats a request. Only the response to the newest one counts. */
export class NewestRequest {
  #newest: Promise<void> | undefined;

  /** Calls one of the two functions, unless `send` is called again before the response. */
  send<T>(request: Promise<T>, use: (answer: T) => void, failed: (error: unknown) => void): void {
    const ifNewest =
      <V>(call: (value: V) => void) =>
      (value: V) => {
        if (this.#newest === newest) call(value);
      };
    const newest: Promise<void> = request.then(ifNewest(use), ifNewest(failed));
    this.#newest = newest;
  }

  /** Resolves once the newest request is answered. */
  async settled(): Promise<void> {
    for (let newest: unknown; newest !== this.#newest; ) {
      newest = this.#newest;
      await newest;
    }
  }
}
