/**
 * Undo and redo over the text of a notebook. Others write into it too, a kernel above all, and undoing leaves what they
 * wrote: out of a cell whose insertion is undone it would leave the outputs, and the file would be no notebook any more.
 * At such a step undoing ends. To take out what others wrote would lose that for good, and to pass over the step what was
 * typed after it, because redo would not find its place again.
 */
import type { EditorState, StateCommand, Text, Transaction } from "@codemirror/state";
import { Notebook } from "@tandem/workspace/notebook";

function isNotebook(text: Text): boolean {
  try {
    return Notebook.parse(text.toString()) !== undefined;
  } catch {
    return false;
  }
}

/** What the user is told then. */
export const undoEnds = {
  kind: "warning",
  text: "Undo ends here: a run, or somebody else, has written into the same cell since.",
  topic: "undo",
} as const;

/** An editor, or what has a state like one. */
export interface StepTarget {
  readonly state: EditorState;
  dispatch(step: Transaction): void;
}

/** Runs undo or redo; false when it would leave no notebook, and was not done. */
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
