/** The proposals that wait for the person. */
import type { PendingReview } from "@tandem/workbench";
import { describeReview, type ReviewOpened, type ServeEvent } from "./events.js";
import { NumberedList } from "./numbered-list.js";

function opened(number: number, { proposal, facts }: PendingReview): ReviewOpened {
  const { added, removed, isNewFile, hasUnsavedChanges } = facts;
  return { event: "review-opened", review: number, path: proposal.path, isNewFile, added, removed, hasUnsavedChanges };
}

export interface ReviewDeskOptions {
  readonly tell: (event: ServeEvent) => void;
  /** Passes on what the person says here. */
  readonly decide: (review: PendingReview, accepted: boolean) => void;
  readonly shorten: (path: string) => string;
}

export class ReviewDesk extends NumberedList<PendingReview> {
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

  opened(review: PendingReview): void {
    this.#options.tell(opened(this.add(review), review));
  }

  closed(review: PendingReview, outcome: "accepted" | "rejected" | "withdrawn"): void {
    const number = this.remove(review, outcome === "withdrawn");
    if (number === undefined) return;
    this.#options.tell({ event: "review-closed", review: number, path: review.proposal.path, outcome });
  }

  /** The last window was closed: these can only be decided here now, or in a new window. */
  unseen(reviews: readonly PendingReview[]): void {
    const waiting = this.all.filter(({ item }) => reviews.includes(item));
    this.#options.tell({ event: "reviews-unseen", reviews: waiting.map(({ number }) => number) });
  }

  /** Throws words for the user when that review is over. */
  decide(word: string, accepted: boolean): void {
    this.#options.decide(this.find(word).item, accepted);
  }
}
