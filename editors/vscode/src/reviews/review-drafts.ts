/** What is typed into reviews is kept, and offered at once when the review ends without the user. */
import type { Review, ReviewKeeper, ReviewOutcome } from "@tandem/server";
import type { ReviewDrafts } from "@tandem/workspace/drafts";
import { offerWithdrawn } from "./lost-reviews.js";

export function offeredDrafts(drafts: ReviewDrafts): ReviewKeeper {
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
