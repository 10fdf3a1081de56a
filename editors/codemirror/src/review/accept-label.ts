/** The words on the button that accepts. */
import type { ReviewCounts } from "@tandem/base/review";

/**
 * Once something was rejected they say how much is left; with all of it rejected, accepting is a rejection.
 *
 * @example
 * acceptLabel(countHunks(review.hunks)) // "Accept 2 of 3 changes"
 */
export function acceptLabel({ accepted, undecided, rejected }: Omit<ReviewCounts, "added" | "removed">): string {
  const left = accepted + undecided;
  if (rejected === 0) return "Accept";
  return left === 0 ? "Done: nothing accepted" : `Accept ${left} of ${left + rejected} changes`;
}
