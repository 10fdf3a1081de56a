/** The proposals that wait for the person, numbered in the order in which they came. */
import type { PendingReview } from "@tandem/workbench";
import type { ServeEvent } from "./events.js";

export interface NumberedReview {
  readonly number: number;
  readonly review: PendingReview;
}

export class ReviewDesk {
  readonly #tell: (event: ServeEvent) => void;
  readonly #decide: (review: PendingReview, accepted: boolean) => void;
  readonly #known = new Map<PendingReview, NumberedReview>();
  #last = 0;

  /** `decide` passes on what the person says here. */
  constructor(tell: (event: ServeEvent) => void, decide: (review: PendingReview, accepted: boolean) => void) {
    this.#tell = tell;
    this.#decide = decide;
  }

  /** The reviews that wait, oldest first. A number stays a review's own when others go. */
  get all(): readonly NumberedReview[] {
    return [...this.#known.values()];
  }

  opened(review: PendingReview): void {
    const number = ++this.#last;
    this.#known.set(review, { number, review });
    const { path } = review.proposal;
    const { added, removed, isNewFile, hasUnsavedChanges } = review.facts;
    this.#tell({ event: "review-opened", review: number, path, isNewFile, added, removed, hasUnsavedChanges });
  }

  closed(review: PendingReview, outcome: "accepted" | "rejected" | "withdrawn"): void {
    const { number } = this.#known.get(review) ?? {};
    if (number === undefined) return;
    this.#known.delete(review);
    this.#tell({ event: "review-closed", review: number, path: review.proposal.path, outcome });
  }

  /** The review of that number, or the only one there is. Throws words for the user. */
  find(word: string): NumberedReview {
    const { all } = this;
    const numbers = all.map(({ number }) => number).join(", ");
    const [first, ...others] = all;
    if (!first) throw new Error("No review waits.");
    if (word === "" && others.length === 0) return first;
    if (word === "") throw new Error(`${all.length} reviews wait: say which one, ${numbers}.`);
    const found = all.find(({ number }) => String(number) === word);
    if (!found) throw new Error(`There is no review ${word}; waiting: ${numbers}.`);
    return found;
  }

  accept(word: string): void {
    this.#decide(this.find(word).review, true);
  }

  reject(word: string): void {
    this.#decide(this.find(word).review, false);
  }
}
