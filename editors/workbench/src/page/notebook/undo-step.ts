/**
 * Undo and redo in the text of a notebook. Undo keeps what others wrote, such as the kernel. Undoing the insertion of a cell
 * would leave only its outputs in the text, which would no longer be a notebook, so undo stops at such a step. Removing the
 * outputs too would lose them permanently, and skipping the step would lose what was typed after it.
 */
import type { EditorState, StateCommand, Text, Transaction } from "@codemirror/state";
import { Notebook } from "@tandem-ide/workspace/notebook";

function isNotebook(text: Text): boolean {
  try {
    return Notebook.parse(text.toString()) !== undefined;
  } catch {
    return false;
  }
}

/** The toast to show when undo stops. */
export const undoStopped = {
  kind: "warning",
  text: "Can't undo further: the cell has since been run or changed elsewhere.",
  topic: "undo",
} as const;

/** The part of an `EditorView` that is used. */
interface StepTarget {
  readonly state: EditorState;
  dispatch(step: Transaction): void;
}

/** Runs undo or redo. Does nothing and returns false if the result wouldn't be a notebook. */
export function runStep(target: StepTarget, command: StateCommand): boolean {
  let isDone = true;
  const { state } = target;
  command({
    state,
    dispatch: (step) => {
      isDone = !step.docChanged || isNotebook(step.newDoc) || !isNotebook(state.doc);
      if (isDone) target.dispatch(step);
    },
  });
  return isDone;
}
