/** The reviews that wait for the user. They live here; editors draw them and call them. */
import type { Review, ReviewKeeper } from "../editor.js";

export class Reviews {
  /** Keeps what the user types into them. */
  readonly drafts: ReviewKeeper | undefined;
  readonly #pending = new Map<string, Review>();

  constructor(drafts: ReviewKeeper | undefined) {
    this.drafts = drafts;
  }

  /** What waits for a decision, oldest first. */
  get pending(): readonly Review[] {
    return [...this.#pending.values()];
  }

  add(review: Review): void {
    this.#pending.set(review.id, review);
    // As soon as it is over, though an editor may take its time, or for ever, to close the view.
    void review.decided.then(() => {
      this.#pending.delete(review.id);
      void this.drafts?.closed(review.id, review.outcome ?? "withdrawn");
    });
  }
}
