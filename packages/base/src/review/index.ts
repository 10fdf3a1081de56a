/** The review model that every editor uses. It has no dependencies on Node, so it also runs in browsers. */
export { type PackedHunk, type PackedReview, packReview, unpackReview } from "./packed-review.js";
export {
  acceptedAs,
  countHunks,
  type DiffDecision,
  decideHunk,
  decideHunks,
  editFor,
  editLines,
  editResult,
  type HunkDecision,
  type HunkState,
  hunksOf,
  isEdited,
  type ResultEdit,
  type ReviewCounts,
  type ReviewHunk,
  type ReviewState,
  startReview,
} from "./review-model.js";
