/** The marks in an editor's state: which hunks the file has, where they are now, and which one is shown. */
import { type EditorState, StateEffect, StateField } from "@codemirror/state";
import type { Comparison } from "../review/comparison.js";
import { comparisonOfChange } from "./change-comparison.js";
import { type ChangeMark, moveMarks, placeMarks } from "./place-marks.js";
import type { ShownChange } from "./types.js";

export interface Marks {
  readonly change: ShownChange | undefined;
  readonly marks: readonly ChangeMark[];
  /** The index of the hunk whose old lines are shown. */
  readonly open: number | undefined;
  /** Both texts of the change, while a hunk is shown. */
  readonly comparison: Comparison | undefined;
}

const none: Marks = { change: undefined, marks: [], open: undefined, comparison: undefined };

export const setChange = StateEffect.define<ShownChange | undefined>();
/** Shows a hunk, or none. */
export const setOpen = StateEffect.define<number | undefined>();

export const marksField = StateField.define<Marks>({
  create: () => none,
  update(value, { changes, docChanged, effects, newDoc }) {
    let now = docChanged && value.marks.length > 0 ? { ...value, marks: moveMarks(value.marks, changes) } : value;
    for (const effect of effects) {
      if (effect.is(setChange)) now = withChange(now, effect.value, newDoc);
      if (effect.is(setOpen)) now = withOpen(now, effect.value);
    }
    return now;
  },
});

function withChange(before: Marks, change: ShownChange | undefined, doc: EditorState["doc"]): Marks {
  if (!change || change.hunks.length === 0) return none;
  const marks = placeMarks(change, doc);
  // The shown hunk stays open if it is still at the same place.
  const shown = before.marks.find(({ index }) => index === before.open);
  const same = shown && marks.find(({ kind, from }) => from === shown.from && kind === shown.kind);
  return withOpen({ change, marks, open: undefined, comparison: undefined }, same?.index);
}

function withOpen(before: Marks, open: number | undefined): Marks {
  if (open === undefined || !before.change?.hunks[open]) return { ...before, open: undefined, comparison: undefined };
  return { ...before, open, comparison: before.comparison ?? comparisonOfChange(before.change) };
}

/** Returns the mark whose hunk is shown, or the one at the cursor. */
export function currentMark(state: EditorState): ChangeMark | undefined {
  const { marks, open } = state.field(marksField);
  return marks.find(({ index }) => index === open) ?? markAtLine(state, state.selection.main.head);
}

/** Returns the mark of the line that contains an offset. */
export function markAtLine(state: EditorState, at: number): ChangeMark | undefined {
  const line = state.doc.lineAt(at);
  return state.field(marksField).marks.find(({ from, to }) => from <= line.to && to >= line.from);
}

/** Returns the mark after or before the cursor, wrapping around. */
export function nextMark(state: EditorState, step: 1 | -1): ChangeMark | undefined {
  const { marks } = state.field(marksField);
  const current = currentMark(state);
  if (current) return marks[(marks.indexOf(current) + step + marks.length) % marks.length];
  const { head } = state.selection.main;
  return step > 0
    ? (marks.find(({ from }) => from > head) ?? marks[0])
    : (marks.findLast(({ to }) => to < head) ?? marks.at(-1));
}
