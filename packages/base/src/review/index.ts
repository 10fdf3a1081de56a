/** The review model: what a hunk decision does, for every editor. Pure, runs in a page. */
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
