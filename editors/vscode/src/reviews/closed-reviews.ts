/** Rejects reviews whose tabs the user has closed, after a time in which they can take that back. Does not import `vscode`. */
import type { Clock } from "@tandem-ide/base";
import type { Review } from "@tandem-ide/server";

const undoMs = 5_000;

type ClosedReview = Pick<Review, "id" | "decided" | "reject">;

export interface ClosedReviewsOptions<R extends ClosedReview> {
  readonly clock: Clock;
  /** Offers to undo until `over` resolves. Resolves to true if the user wants that. */
  readonly offerUndo: (reviews: readonly R[], over: Promise<void>) => Promise<boolean>;
  readonly reopen: (review: R) => void;
}

interface Waiting<R> {
  readonly review: R;
  readonly stop: () => void;
}

export class ClosedReviews<R extends ClosedReview> {
  readonly #options: ClosedReviewsOptions<R>;
  readonly #waiting = new Map<string, Waiting<R>>();

  constructor(options: ClosedReviewsOptions<R>) {
    this.#options = options;
  }

  /** The user has closed the tabs of these reviews at once. */
  closed(all: readonly R[]): void {
    const reviews = all.filter(({ id }) => !this.isWaiting(id));
    if (reviews.length === 0) return;
    const { offerUndo, reopen } = this.#options;
    const over = Promise.all(reviews.map((review) => this.#wait(review)));
    void offerUndo(
      reviews,
      over.then(() => {}),
    ).then((isUndone) => {
      if (!isUndone) return;
      for (const review of reviews.filter(({ id }) => this.isWaiting(id))) {
        this.stop(review.id);
        reopen(review);
      }
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

  /** Resolves when this review has been rejected or has ended otherwise, or the user has undone closing it. */
  #wait(review: R): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.clock.after(undoMs, () => review.reject());
      const stop = () => {
        cancel();
        this.#waiting.delete(review.id);
        resolve();
      };
      this.#waiting.set(review.id, { review, stop });
      // Whoever decided it, or withdrew it.
      void review.decided.then(() => this.stop(review.id));
    });
  }
}
