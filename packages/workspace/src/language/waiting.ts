/** Small helpers for what waits. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Clock } from "@tandem/base";

/** The promise's value, or undefined when the signal aborts first. What it rejects with later is nobody's concern. */
export function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const stop = () => resolve(undefined);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** A signal that aborts after `ms`, or with `signal`; `cancel` calls the time off. */
export function withDeadline(
  clock: Clock,
  ms: number,
  signal: AbortSignal,
): { signal: AbortSignal; cancel: () => void } {
  const controller = new AbortController();
  const cancel = clock.after(ms, () => controller.abort(new Error(`No answer within ${ms} ms`)));
  return { signal: AbortSignal.any([signal, controller.signal]), cancel };
}

/**
 * Resolves when the event loop has looked at what the system has for us: what was written to disk before this call has
 * been told by its watch after it.
 */
export async function eventsDelivered(): Promise<void> {
  // The first turn may begin behind the phase in which events are read; the second has certainly passed it.
  await nextTurn();
  await nextTurn();
}

/** Listeners of one event; one that throws does not keep it from the others. */
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
