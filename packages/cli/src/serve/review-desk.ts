/** The proposals that wait for the person, numbered in the order in which they came. */
import type { PendingReview } from "@tandem/memory-editor";
import type { ServeEvent } from "./events.js";
import { countChanges } from "./unified-diff.js";

export interface NumberedReview {
  readonly number: number;
  readonly review: PendingReview;
}

type Outcome = "accepted" | "rejected" | "withdrawn";

export class ReviewDesk {
  readonly #pending: () => readonly PendingReview[];
  readonly #tell: (event: ServeEvent) => void;
  readonly #known = new Map<string, NumberedReview>();
  readonly #decided = new Map<string, Outcome>();
  #last = 0;

  /** `pending` gives the editor's own list. */
  constructor(pending: () => readonly PendingReview[], tell: (event: ServeEvent) => void) {
    this.#pending = pending;
    this.#tell = tell;
  }

  /** The reviews that wait, oldest first. A number stays a review's own when others go. */
  get all(): readonly NumberedReview[] {
    return [...this.#known.values()];
  }

  /** Compares with the editor's list, and tells what has come and gone. */
  refresh(): void {
    const pending = new Map(this.#pending().map((review) => [review.proposal.id, review]));
    for (const [id, { number, review }] of this.#known)
      if (!pending.has(id)) {
        this.#known.delete(id);
        const outcome = this.#decided.get(id) ?? "withdrawn";
        this.#decided.delete(id);
        this.#tell({ event: "review-closed", review: number, path: review.proposal.path, outcome });
      }
    for (const [id, review] of pending)
      if (!this.#known.has(id)) {
        const number = ++this.#last;
        this.#known.set(id, { number, review });
        const { path, isNewFile, hasUnsavedChanges } = review.proposal;
        const size = countChanges(review.proposal);
        this.#tell({ event: "review-opened", review: number, path, isNewFile, ...size, hasUnsavedChanges });
      }
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
    const { review } = this.find(word);
    this.#decided.set(review.proposal.id, "accepted");
    review.accept();
  }

  reject(word: string): void {
    const { review } = this.find(word);
    this.#decided.set(review.proposal.id, "rejected");
    review.reject();
  }
}
