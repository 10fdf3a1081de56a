/** The commands for reviews, without their prefix. */
export const reviewCommands = [
  "acceptReview",
  "rejectReview",
  "showReview",
  "nextReview",
  "rejectWithReason",
  "commentOnLine",
  "compareReview",
  "acceptAllReviews",
  "rejectAllReviews",
  "showDecisions",
  "acceptHunk",
  "rejectHunk",
  "undecideHunk",
  // The buttons in the title of a review, whose labels are short. The others have icons, for the list.
  "acceptReviewHere",
  "rejectReviewHere",
  "acceptHunkHere",
  "rejectHunkHere",
  "nextChange",
  "previousChange",
] as const;

export type ReviewCommand = (typeof reviewCommands)[number];
