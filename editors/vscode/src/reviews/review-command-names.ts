/** The commands for reviews, without their prefix. */
export const reviewCommands = [
  "acceptReview",
  "rejectReview",
  "showReview",
  "nextReview",
  "rejectWithReason",
  "commentOnLine",
  "acceptAllReviews",
  "rejectAllReviews",
  "showDecisions",
  "acceptHunk",
  "rejectHunk",
  "undecideHunk",
  "nextChange",
  "previousChange",
] as const;

export type ReviewCommand = (typeof reviewCommands)[number];
