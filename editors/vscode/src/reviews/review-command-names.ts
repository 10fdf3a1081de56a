/** The commands for reviews, without their prefix. */
export const reviewCommands = [
  "acceptReview",
  "rejectReview",
  "showReview",
  "nextReview",
  "acceptHunk",
  "rejectHunk",
  "undecideHunk",
  "nextChange",
  "previousChange",
] as const;

export type ReviewCommand = (typeof reviewCommands)[number];
