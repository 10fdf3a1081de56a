/** The keys of a review in CodeMirror's notation. `keyLabel` makes them readable. */
export const reviewKeys = {
  acceptHunk: "Alt-y",
  rejectHunk: "Alt-n",
  acceptAll: "Alt-Shift-y",
  /** Another key for `acceptAll`. */
  acceptAllAlternative: "Mod-Enter",
  rejectAll: "Alt-Shift-n",
  nextChange: "F7",
  previousChange: "Shift-F7",
} as const;
