/** All pending reviews, and how the last ones ended. */
import type { Review, ReviewDraftStore } from "../editor.js";
import { ReviewRecords } from "./review-records.js";

export class Reviews {
  /** Saves the user's edits. */
  readonly drafts: ReviewDraftStore | undefined;
  readonly records = new ReviewRecords();
  readonly #pending = new Map<string, Review>();

  constructor(drafts: ReviewDraftStore | undefined) {
    this.drafts = drafts;
  }

  /** Pending reviews, oldest first. */
  get pending(): readonly Review[] {
    return [...this.#pending.values()];
  }

  /**
   * Accepts or rejects all pending reviews, or those of one client. Returns the ones that are still pending, because they can't
   * be accepted now.
   */
  decideAll(accepted: boolean, clientId?: string): readonly Review[] {
    const wanted = this.pending.filter(({ client }) => clientId === undefined || client.id === clientId);
    for (const review of wanted) {
      if (accepted) review.accept();
      else review.reject();
    }
    return wanted.filter(({ outcome }) => outcome === undefined);
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
