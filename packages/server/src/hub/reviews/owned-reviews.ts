/** The open reviews of one client. Other clients can't close them, and they end when it disconnects. */
import type { Clock } from "@tandem-ide/base";

/** How long to wait for a view to close before answering. */
const closingMs = 1000;

/** Limits for the names of recently closed diffs, because clients choose them. */
const maxRecent = 20;
const maxNameLength = 1000;

interface OpenReview {
  readonly controller: AbortController;
  /** Resolves when the editor's view is closed or was never opened. */
  readonly viewClosed: Promise<void>;
}

/** The diff was closed without the user's decision, which counts as a rejection. */
export class ReviewClosed extends Error {
  override readonly name = "ReviewClosed";
}

export class OwnedReviews {
  readonly #open = new Map<string, OpenReview>();
  /** The names of recently closed diffs, oldest first. */
  readonly #recent = new Set<string>();
  readonly #clock: Clock;
  readonly #changed: () => void;

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** The names of pending diffs, oldest first. */
  get names(): readonly string[] {
    return [...this.#open.keys()];
  }

  /**
   * Shows a diff through `show` until it is decided. It counts as open at once, so a close that arrives before the view opens is
   * not lost. An older diff with the same name is rejected and its view closed first. Rejects with {@link ReviewClosed} if the
   * diff is closed by name, or with the signal's reason if that aborts.
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
    const diff: OpenReview = { controller, viewClosed: shown.then(ignore, ignore) };
    this.#open.delete(tabName); // Re-add it, so the newest name is last.
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
    this.#recent.delete(tabName);
    this.#recent.add(tabName);
    const [oldest] = this.#recent;
    if (this.#recent.size > maxRecent && oldest !== undefined) this.#recent.delete(oldest);
  }

  /** Returns true for a recently closed diff, because clients close those again. */
  wasOpen(tabName: string): boolean {
    return this.#recent.has(tabName);
  }

  async #afterClosing<T>(
    older: OpenReview | undefined,
    signal: AbortSignal,
    show: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (older) await this.#end(older, "replaced by a newer diff with the same name");
    signal.throwIfAborted();
    return await show(signal);
  }

  /** Closes the diff with this name. Returns false if there isn't one. */
  async close(tabName: string): Promise<boolean> {
    const diff = this.#open.get(tabName);
    if (!diff) return false;
    this.#open.delete(tabName);
    await this.#end(diff, "closed by its client");
    return true;
  }

  /** Closes all diffs and returns how many there were. */
  async closeAll(): Promise<number> {
    const { names } = this;
    await Promise.all(names.map((name) => this.close(name)));
    return names.length;
  }

  /** Withdraws a diff and waits, up to a limit, until its view is closed. */
  #end(diff: OpenReview, why: string): Promise<void> {
    diff.controller.abort(new ReviewClosed(why));
    return new Promise((resolve) => {
      const cancel = this.#clock.after(closingMs, resolve);
      void diff.viewClosed.then(() => {
        cancel();
        resolve();
      });
    });
  }
}

function ignore(): void {}
