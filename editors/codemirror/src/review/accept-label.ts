/** The label of the Accept button. */
import type { ReviewCounts } from "@tandem-ide/base/review";

/**
 * Returns the label for these counts. If all changes are rejected, accepting is a rejection.
 *
 * @example
 * acceptLabel(countHunks(review.hunks)) // "Accept 2 of 3 changes"
 */
export function acceptLabel({ accepted, undecided, rejected }: Omit<ReviewCounts, "added" | "removed">): string {
  const remaining = accepted + undecided;
  if (rejected === 0) return "Accept";
  return remaining === 0 ? "Finish without accepting" : `Accept ${remaining} of ${remaining + rejected} changes`;
}
