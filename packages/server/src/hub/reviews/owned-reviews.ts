/** The reviews that one client has open. They are its own: nobody else closes them, and they end with it. */
import type { Clock } from "@tandem/base";

/** How long a view may take to close before the answer goes out without waiting for it. */
const closingMs = 1000;

/** How many names of diffs that are over are remembered, and how long one may be: a client may make up any. */
const maxRemembered = 20;
const maxNameLength = 1000;

interface OpenReview {
  readonly controller: AbortController;
  /** Resolves when the editor's view is gone, or will never be there. */
  readonly viewGone: Promise<void>;
}

/** Why a diff ended without the user: its answer is a rejection. */
export class ReviewClosed extends Error {
  override readonly name = "ReviewClosed";
}

export class OwnedReviews {
  readonly #open = new Map<string, OpenReview>();
  /** The names of those that were open last, oldest first. */
  readonly #past = new Set<string>();
  readonly #clock: Clock;
  readonly #changed: () => void;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The names of those that wait for a decision, oldest first. */
  get names(): readonly string[] {
    return [...this.#open.keys()];
  }

  /**
   * Shows a diff through `show` until it is decided. It counts as open from this very moment, so that a close that comes
   * before the view is up is not lost. An older one of the same name is rejected, and its view is gone first. Rejects
   * with {@link ReviewClosed} when the diff is closed by name, with the signal's reason when that aborts.
   */
  async run<T>(tabName: string, signal: AbortSignal, show: (signal: AbortSignal) => Promise<T>): Promise<T> {
    signal.throwIfAborted();
    const controller = new AbortController();
    const ended = new Promise<never>((_resolve, reject) =>
      controller.signal.addEventListener("abort", () => reject(controller.signal.reason), { once: true }),
    );
    const stop = () => controller.abort(signal.reason);
    signal.addEventListener("abort", stop, { once: true });
    const older = this.#open.get(tabName);
    const shown = this.#afterClosing(older, controller.signal, show);
    const diff: OpenReview = { controller, viewGone: shown.then(ignore, ignore) };
    this.#open.delete(tabName); // So that the newest is the last of the names.
    this.#open.set(tabName, diff);
    this.#changed();
    try {
      return await Promise.race([shown, ended]);
    } finally {
      signal.removeEventListener("abort", stop);
      if (this.#open.get(tabName) === diff) this.#open.delete(tabName);
      this.#remember(tabName);
      this.#changed();
    }
  }

  #remember(tabName: string): void {
    if (tabName.length > maxNameLength) return;
    this.#past.delete(tabName);
    this.#past.add(tabName);
    const [oldest] = this.#past;
    if (this.#past.size > maxRemembered && oldest !== undefined) this.#past.delete(oldest);
  }

  /** Whether this is the name of a diff that was open not long ago: clients close those once more. */
  wasOpen(tabName: string): boolean {
    return this.#past.has(tabName);
  }

  async #afterClosing<T>(
    older: OpenReview | undefined,
    signal: AbortSignal,
    show: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (older) await this.#end(older, "replaced by a newer one of its name");
    signal.throwIfAborted();
    return await show(signal);
  }

  /** Closes the diff of this name; false when there is none. */
  async close(tabName: string): Promise<boolean> {
    const diff = this.#open.get(tabName);
    if (!diff) return false;
    this.#open.delete(tabName);
    await this.#end(diff, "closed by its client");
    return true;
  }

  /** Closes all and says how many there were. */
  async closeAll(): Promise<number> {
    const { names } = this;
    await Promise.all(names.map((name) => this.close(name)));
    return names.length;
  }

  /** Voids a diff and waits, not forever, until its view is gone. */
  #end(diff: OpenReview, why: string): Promise<void> {
    diff.controller.abort(new ReviewClosed(why));
    return new Promise((resolve) => {
      const cancel = this.#clock.after(closingMs, resolve);
      void diff.viewGone.then(() => {
        cancel();
        resolve();
      });
    });
  }
}

function ignore(): void {}
