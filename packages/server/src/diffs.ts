/** The diffs that one client has open. They are its own: nobody else closes them, and they end with it. */
import type { Clock } from "./clock.js";

/** How long a view may take to close before the answer goes out without waiting for it. */
const closingMs = 1000;

interface OpenDiff {
  readonly controller: AbortController;
  /** Resolves when the editor's view is gone. */
  readonly viewGone: Promise<void>;
}

/** Why a diff ended without the user: its answer is a rejection. */
export class DiffClosed extends Error {
  override readonly name = "DiffClosed";
}

export class OwnedDiffs {
  readonly #open = new Map<string, OpenDiff>();
  /** The newest call for each name: one that had to wait for an older view gives way to a newer one. */
  readonly #newest = new Map<string, symbol>();
  readonly #clock: Clock;
  readonly #changed: () => void;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Shows a diff through `show` until it is decided. An older one of the same name is rejected and its view is gone
   * first. Rejects with {@link DiffClosed} when the diff is closed by name, with the signal's reason when that aborts.
   */
  async run<T>(tabName: string, signal: AbortSignal, show: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const turn = Symbol(tabName);
    const older = this.close(tabName);
    this.#newest.set(tabName, turn);
    await older;
    if (this.#newest.get(tabName) !== turn) throw new DiffClosed("replaced before it was shown");
    this.#newest.delete(tabName);
    signal.throwIfAborted();
    const controller = new AbortController();
    const stop = () => controller.abort(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    const shown = show(controller.signal);
    const settled = shown.then(
      () => {},
      () => {},
    );
    const diff: OpenDiff = { controller, viewGone: settled };
    this.#open.set(tabName, diff);
    this.#changed();
    const ended = new Promise<never>((_resolve, reject) =>
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true }),
    );
    try {
      return await Promise.race([shown, ended]);
    } finally {
      signal.removeEventListener("abort", stop);
      if (this.#open.get(tabName) === diff) this.#open.delete(tabName);
      this.#changed();
    }
  }

  /** Closes the diff of this name; false when there is none. */
  async close(tabName: string): Promise<boolean> {
    this.#newest.delete(tabName);
    const diff = this.#open.get(tabName);
    if (!diff) return false;
    this.#open.delete(tabName);
    diff.controller.abort(new DiffClosed("closed by its client"));
    await this.#gone(diff);
    return true;
  }

  /** Closes all and says how many there were. */
  async closeAll(): Promise<number> {
    const names = [...this.#open.keys()];
    await Promise.all(names.map((name) => this.close(name)));
    return names.length;
  }

  #gone(diff: OpenDiff): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(closingMs, resolve);
      void diff.viewGone.then(() => {
        cancel();
        resolve();
      });
    });
  }
}
