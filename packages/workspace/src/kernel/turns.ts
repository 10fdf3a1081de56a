/** Runs tasks one at a time, in order. */
import { untilAborted } from "./waiting.js";

export class Turns {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the next turn. Returns a function that ends it. An aborted wait doesn't block the others. */
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
