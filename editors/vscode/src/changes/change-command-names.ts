/** The commands for changes, without their prefix. */
export const changeCommands = [
  "openChange",
  "keepHunk",
  "undoHunk",
  "keepFile",
  "undoFile",
  "keepTurn",
  "undoTurn",
  "restoreUndone",
  "startOver",
] as const;

export type ChangeCommand = (typeof changeCommands)[number];
