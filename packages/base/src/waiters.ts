import { type Clock, systemClock } from "./clock.js";

/**
 * Those who wait until something happens, to look again.
 *
 * @example
 * while (!isReady() && !signal.aborted) await waiters.wait(signal);
 */
export class Waiters {
  readonly #waiting = new Set<() => void>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
  }

  /** Something has happened. */
  wakeAll(): void {
    for (const wake of [...this.#waiting]) wake();
  }

  /** Resolves when something happens, when the signal aborts, or after `atMostMs` where that is given. */
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
