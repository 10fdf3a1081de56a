/** The review model that every editor uses. It has no dependencies on Node, so it also runs in browsers. */
export { asPaste, type Feedback, feedbackPrompt, type ReviewComment, setComments } from "./feedback.js";
export { hasIdlePrompt } from "./idle-prompt.js";
export { type PackedHunk, type PackedReview, packReview, unpackReview } from "./packed-review.js";
export { nextInQueue, queuePosition } from "./queue.js";
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
  sameLines,
  startReview,
} from "./review-model.js";
export type { ReviewRecord } from "./review-record.js";
export { acceptLabel, agentName, describeCounts, describeLines, describeRecord } from "./summary.js";
