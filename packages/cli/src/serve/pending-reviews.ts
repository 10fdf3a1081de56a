/** Reviews awaiting the user's decision. */
import type { ReviewOutcome } from "@tandem-ide/server";
import type { SharedReview } from "@tandem-ide/workbench";
import { describeReview, type ReviewOpened, type ServeEvent } from "./events.js";
import { NumberedList } from "./numbered-list.js";

function openedEvent(number: number, { review, facts }: SharedReview): ReviewOpened {
  const { added, removed, isNewFile, hasUnsavedChanges } = facts;
  return { event: "review-opened", review: number, path: review.path, isNewFile, added, removed, hasUnsavedChanges };
}

export class PendingReviews extends NumberedList<SharedReview> {
  readonly #emit: (event: ServeEvent) => void;

  constructor(emit: (event: ServeEvent) => void, shorten: (path: string) => string) {
    super({
      name: "Review",
      none: "No pending reviews.",
      several: (numbers) => `Several reviews are pending. Add a number: ${numbers}.`,
      describe: ({ number, item }) => describeReview(openedEvent(number, item), shorten),
    });
    this.#emit = emit;
  }

  opened(review: SharedReview): void {
    this.#emit(openedEvent(this.add(review), review));
  }

  closed(shared: SharedReview, outcome: ReviewOutcome): void {
    const number = this.remove(shared, outcome === "withdrawn");
    if (number === undefined) return;
    this.#emit({ event: "review-closed", review: number, path: shared.review.path, outcome });
  }

  /** The last window was closed, so these reviews can only be decided here or in a new window. */
  unseen(reviews: readonly SharedReview[]): void {
    const pending = this.all.filter(({ item }) => reviews.includes(item));
    this.#emit({ event: "reviews-unseen", reviews: pending.map(({ number }) => number) });
  }
}
