/**
 * The tabs that are being closed. VS Code may close a diff that opens in a group while the group's last tab closes, so a new
 * diff waits for them.
 */
import type { Clock } from "@tandem-ide/base";

/** VS Code may ask the user before it closes a tab. A new diff doesn't wait for the answer. */
const limitMs = 2000;

export class ClosingTabs {
  readonly #clock: Clock;
  readonly #closing = new Set<Promise<void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Returns `closed`, for which new diffs wait from now on. */
  add(closed: Promise<void>): Promise<void> {
    const settled: Promise<void> = closed.catch(() => {}).finally(() => this.#closing.delete(settled));
    this.#closing.add(settled);
    return closed;
  }

  /** Resolves when all are closed, or after a time. */
  async wait(): Promise<void> {
    if (this.#closing.size === 0) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#clock.after(limitMs, resolve);
      void Promise.all(this.#closing).then(() => {
        cancel();
        resolve();
      });
    });
  }
}
