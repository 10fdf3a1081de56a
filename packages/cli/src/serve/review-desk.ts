/** The proposals that wait for the person. */
import type { ReviewOutcome } from "@tandem/server";
import type { SharedReview } from "@tandem/workbench";
import { describeReview, type ReviewOpened, type ServeEvent } from "./events.js";
import { NumberedList } from "./numbered-list.js";

function opened(number: number, { review, facts }: SharedReview): ReviewOpened {
  const { added, removed, isNewFile, hasUnsavedChanges } = facts;
  return { event: "review-opened", review: number, path: review.path, isNewFile, added, removed, hasUnsavedChanges };
}

export interface ReviewDeskOptions {
  readonly tell: (event: ServeEvent) => void;
  readonly shorten: (path: string) => string;
}

export class ReviewDesk extends NumberedList<SharedReview> {
  readonly #options: ReviewDeskOptions;

  constructor(options: ReviewDeskOptions) {
    super({
      name: "Review",
      none: "No review waits.",
      several: (numbers) => `Several reviews wait: say which one, ${numbers}.`,
      announce: ({ number, item }) => describeReview(opened(number, item), options.shorten),
    });
    this.#options = options;
  }

  opened(review: SharedReview): void {
    this.#options.tell(opened(this.add(review), review));
  }

  closed(shared: SharedReview, outcome: ReviewOutcome): void {
    const number = this.remove(shared, outcome === "withdrawn");
    if (number === undefined) return;
    this.#options.tell({ event: "review-closed", review: number, path: shared.review.path, outcome });
  }

  /** The last window was closed: these can only be decided here now, or in a new window. */
  unseen(reviews: readonly SharedReview[]): void {
    const waiting = this.all.filter(({ item }) => reviews.includes(item));
    this.#options.tell({ event: "reviews-unseen", reviews: waiting.map(({ number }) => number) });
  }

  /** Throws words for the user when that review is over, or cannot be accepted as it is. */
  decide(word: string, accepted: boolean): void {
    this.find(word).item.decide(accepted);
  }
}
