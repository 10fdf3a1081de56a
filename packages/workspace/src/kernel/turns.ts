/** One at a time, in the order of asking. */
import { untilAborted } from "./waiting.js";

export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the turn; the function that is returned ends it. Who gives up waiting does not hold up the others. */
  async take(signal?: AbortSignal): Promise<() => void> {
    const before = this.#last;
    const { promise, resolve } = withResolvers();
    this.#last = before.then(() => promise);
    try {
      await untilAborted(before, signal);
    } catch (error) {
      resolve();
      throw error;
    }
    return resolve;
  }
}

/** `Promise.withResolvers`, which Node 20 does not have. */
export function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (error: unknown) => void } {
  let resolve: () => void = () => {};
  let reject: (error: unknown) => void = () => {};
  const promise = new Promise<void>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}
