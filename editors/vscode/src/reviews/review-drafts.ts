/** Stores edits in reviews as drafts, and offers them when the review is withdrawn. */
import type { Review, ReviewDraftStore, ReviewOutcome } from "@tandem-ide/server";
import type { ReviewDrafts } from "@tandem-ide/workspace/drafts";
import { offerWithdrawn } from "./lost-reviews.js";

export function offeredDrafts(drafts: ReviewDrafts): ReviewDraftStore {
  const touched = new Map<string, Review>();
  return {
    changed(review, text) {
      touched.set(review.id, review);
      drafts.changed(review, () => (review.isEdited ? text() : review.newText));
    },
    async closed(id: string, outcome: ReviewOutcome) {
      const review = touched.get(id);
      touched.delete(id);
      const draft = await drafts.closed(id, outcome);
      if (outcome !== "withdrawn" || !review?.isEdited) return;
      const { path, result: text } = review;
      offerWithdrawn({ path, text }, async () => (draft ? drafts.discard(draft) : undefined));
    },
  };
}
