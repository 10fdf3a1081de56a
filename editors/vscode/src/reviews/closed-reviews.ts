/** Rejects reviews whose tab the user has closed, after a time in which they can take that back. Does not import `vscode`. */
import type { Clock } from "@tandem-ide/base";
import type { Review } from "@tandem-ide/server";

const undoMs = 5_000;

type ClosedReview = Pick<Review, "id" | "decided" | "reject">;

export interface ClosedReviewsOptions<R extends ClosedReview> {
  readonly clock: Clock;
  /** Offers to undo until `over` resolves. Resolves to true if the user wants that. */
  readonly offerUndo: (review: R, over: Promise<void>) => Promise<boolean>;
  readonly reopen: (review: R) => void;
}

export class ClosedReviews<R extends ClosedReview> {
  readonly #options: ClosedReviewsOptions<R>;
  readonly #waiting = new Map<string, { readonly review: R; readonly stop: () => void }>();

  constructor(options: ClosedReviewsOptions<R>) {
    this.#options = options;
  }

  /** The user has closed the review's tab. */
  closed(review: R): void {
    if (this.isWaiting(review.id)) return;
    const { clock, offerUndo, reopen } = this.#options;
    let end = () => {};
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    const cancel = clock.after(undoMs, () => review.reject());
    const stop = () => {
      cancel();
      this.#waiting.delete(review.id);
      end();
    };
    this.#waiting.set(review.id, { review, stop });
    // Whoever decided it, or withdrew it.
    void review.decided.then(() => this.stop(review.id));
    void offerUndo(review, over).then((isUndone) => {
      if (!isUndone || !this.isWaiting(review.id)) return;
      this.stop(review.id);
      reopen(review);
    });
  }

  isWaiting(id: string): boolean {
    return this.#waiting.has(id);
  }

  /** Doesn't reject it, for example because its tab is open again. */
  stop(id: string): void {
    this.#waiting.get(id)?.stop();
  }

  /** Rejects them now, because the user decides on all reviews. */
  rejectAll(): void {
    for (const { review } of [...this.#waiting.values()]) review.reject();
  }

  stopAll(): void {
    for (const { stop } of [...this.#waiting.values()]) stop();
  }
}
