/** All pending reviews. */
import type { Review, ReviewDraftStore } from "../editor.js";

export class Reviews {
  /** Saves the user's edits. */
  readonly drafts: ReviewDraftStore | undefined;
  readonly #pending = new Map<string, Review>();

  constructor(drafts: ReviewDraftStore | undefined) {
    this.drafts = drafts;
  }

  /** Pending reviews, oldest first. */
  get pending(): readonly Review[] {
    return [...this.#pending.values()];
  }

  add(review: Review): void {
    this.#pending.set(review.id, review);
    // Don't wait until the editor closes the view, which it may never do.
    void review.decided.then(() => {
      this.#pending.delete(review.id);
      void this.drafts?.closed(review.id, review.outcome ?? "withdrawn");
    });
  }
}
