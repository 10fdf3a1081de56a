import type { ChangeOutcome, Changes } from "./model.js";

const message = "Changes aren't recorded here.";
const refused: ChangeOutcome = { kind: "refused", message };

/**
 * The changes of an editor that records none.
 *
 * @example
 * const shown = showChanges(isRecording ? recorder : noChanges, sep);
 */
export const noChanges: Changes = {
  list: { turns: [], undone: [], problems: [] },
  onChanged: () => () => {},
  open: async () => ({ whyNot: message }),
  openFile: async () => undefined,
  keep: async () => refused,
  undo: async () => refused,
  restore: async () => refused,
  refresh: async () => {},
  startOver: async () => refused,
};
