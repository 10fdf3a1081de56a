/** What the conflict bar and its neighbours say: a file has gone apart from what is on disk. */
export const conflictTexts = {
  changed: (label: string) => `${label} was changed on disk.`,
  overwrite: "Overwrite",
  takeDisk: "Take what is on disk",
  deleted: (label: string) => `${label} was deleted on disk.`,
  writeAgain: "Write it again",
  close: "Close",
  /** Where somebody saves without having chosen. */
  notSaved: "Not saved: the file was changed on disk. Choose above the text.",
  /** The tab, for those who do not see its signs. */
  tabChanged: "changed on disk",
  tabDeleted: "deleted on disk",
};
