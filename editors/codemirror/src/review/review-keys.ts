/** The keys of a review in CodeMirror's notation. `keyLabel` makes them readable. */
export const reviewKeys = {
  acceptHunk: "Alt-y",
  rejectHunk: "Alt-n",
  acceptAll: "Alt-Shift-y",
  /** Another key for `acceptAll`. */
  acceptAllAlternative: "Mod-Enter",
  rejectAll: "Alt-Shift-n",
  /** Rejects with a reason for the agent. */
  rejectWithReason: "Alt-Shift-r",
  /** Comments on the line at the cursor. */
  comment: "Alt-m",
  nextChange: "F7",
  /** Shows more of the folded lines after the cursor. */
  showMore: "Alt-e",
  previousChange: "Shift-F7",
} as const;
