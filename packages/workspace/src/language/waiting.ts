import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@tandem-ide/base";

/** Resolves to the promise's value, or to undefined when the signal aborts first. Ignores a later rejection. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** Returns a signal that aborts after `ms` or together with `signal`. `cancel` stops the timer. */
export function withDeadline(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const cancel = clock.after(ms, () => controller.abort(new Error(`No response within ${ms} ms`)));
  return { signal: AbortSignal.any([signal, controller.signal]), cancel };
}

/**
 * Resolves when the event loop has polled for events, so that watches have reported all writes from before the call.
 */
export async function eventsDelivered(): Promise<void> {
  // The first turn may start after the poll phase. The second has certainly passed it.
  await nextTurn();
  await nextTurn();
}

/** The listeners of an event. When one throws, the others are still called. */
export class Listeners<A extends readonly unknown[]> {
  readonly #all = new Set<(...args: A) => void>();
  readonly #failed: (error: unknown) => void;

  constructor(failed: (error: unknown) => void) {
    this.#failed = failed;
  }

  get size(): number {
    return this.#all.size;
  }

  add(listener: (...args: A) => void): () => void {
    const entry = (...args: A) => listener(...args);
    this.#all.add(entry);
    return () => this.#all.delete(entry);
  }

  tell(...args: A): void {
    for (const listener of [...this.#all])
      try {
        listener(...args);
      } catch (error) {
        this.#failed(error);
      }
  }
}
