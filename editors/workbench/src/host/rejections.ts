/** Reviews whose tab the user closed. They are rejected after a moment, until which the user can undo it. */
import type { Clock } from "@tandem-ide/base";
import type { SharedReview } from "./reviews.js";

/** How long the user can undo closing a review. */
export const undoMs = 5_000;

interface Waiting {
  readonly shared: SharedReview;
  readonly cancel: () => void;
}

export class Rejections {
  readonly #clock: Clock;
  readonly #changed: () => void;
  readonly #waiting = new Map<string, Waiting>();

  constructor(clock: Clock, changed: () => void) {
    this.#clock = clock;
    this.#changed = changed;
  }

  /** Those that will be rejected, oldest first. */
  get all(): readonly SharedReview[] {
    return [...this.#waiting.values()].map(({ shared }) => shared);
  }

  start(shared: SharedReview): void {
    const { id } = shared;
    if (this.#waiting.has(id)) return;
    const cancel = this.#clock.after(undoMs, () => shared.decide(false));
    this.#waiting.set(id, { shared, cancel });
    this.#changed();
  }

  /** The user changed their mind, or the review has ended. Returns the review if it was waiting. */
  cancel(id: string): SharedReview | undefined {
    const waiting = this.#waiting.get(id);
    if (!waiting) return undefined;
    waiting.cancel();
    this.#waiting.delete(id);
    this.#changed();
    return waiting.shared;
  }

  /** Rejects those of a client now. */
  finish(client: string): void {
    for (const shared of this.all) if (shared.review.client.id === client) shared.decide(false);
  }
}
