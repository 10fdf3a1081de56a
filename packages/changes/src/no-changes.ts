import type { ChangeOutcome, Changes } from "./model.js";

const message = "Changes aren't recorded here.";
const refused: ChangeOutcome = { kind: "refused", message };

/**
 * The changes panel's model in an editor that records no changes.
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
