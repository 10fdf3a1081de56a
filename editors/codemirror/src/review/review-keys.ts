/** The keys of a review, in CodeMirror's words; `keyLabel` makes them readable. */
export const reviewKeys = {
  acceptHunk: "Alt-y",
  rejectHunk: "Alt-n",
  acceptAll: "Alt-Shift-y",
  /** Does the same, for hands that know it. */
  acceptAllToo: "Mod-Enter",
  rejectAll: "Alt-Shift-n",
  nextChange: "F7",
  previousChange: "Shift-F7",
} as const;
