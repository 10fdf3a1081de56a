import { type Clock, systemClock } from "./clock.js";

/**
 * A condition variable: waits for a change, so that the caller can check its condition again.
 *
 * @example
 * while (!isReady() && !signal.aborted) await changed.wait(signal);
 */
export class Condition {
  readonly #waiting = new Set<() => void>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Wakes everyone who is waiting. */
  notifyAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves at the next `notifyAll`, when the signal aborts, or after `atMostMs`. */
  wait(signal: AbortSignal, atMostMs?: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        stop?.();
        this.#waiting.delete(wake);
        signal.removeEventListener("abort", wake);
        resolve();
      };
      const stop = atMostMs === undefined ? undefined : this.#clock.after(atMostMs, wake);
      this.#waiting.add(wake);
      signal.addEventListener("abort", wake);
      if (signal.aborted) wake();
    });
  }
}
