/** Marks beside the lines of a file that changed on disk. A click on a mark shows the previous lines, with Keep and Undo. */
import {
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  type RangeSet,
  RangeSetBuilder,
  type StateEffect,
} from "@codemirror/state";
import { type BlockInfo, EditorView, GutterMarker, gutter, keymap } from "@codemirror/view";
import { keys } from "../keys.js";
import { reviewKeys } from "../review/review-keys.js";
import { reviewTheme } from "../review/theme.js";
import { isBelowLastLine, markPanel, type PanelActions } from "./mark-panel.js";
import { currentMark, markAtLine, marksField, nextMark, setChange, setOpen } from "./mark-state.js";
import { markTheme } from "./mark-theme.js";
import type { ChangeMark } from "./place-marks.js";
import type { ChangeDecision, ShownChange } from "./types.js";

export interface ChangeMarksOptions {
  /** Called when the user decides on a hunk. Call `showChangeMarks` afterwards. */
  readonly onDecided: (view: EditorView, decision: ChangeDecision, hunk: number) => void;
}

/**
 * Reserves a gutter for the marks, and adds keys to go to the next one, to keep and to undo.
 *
 * @example
 * const view = new EditorView({ extensions: [lineNumbers(), changeMarks({ onDecided })], parent });
 * showChangeMarks(view, await changes.openFile(path));
 */
export function changeMarks({ onDecided }: ChangeMarksOptions): Extension {
  const actions: PanelActions = {
    decide: onDecided,
    step: stepChangeMark,
    close: (view) => {
      view.dispatch({ effects: setOpen.of(undefined) });
      view.focus();
    },
  };
  const decide = (decision: ChangeDecision) => (view: EditorView) => {
    const mark = currentMark(view.state);
    if (mark) onDecided(view, decision, mark.index);
    return mark !== undefined;
  };
  const close = (view: EditorView) => {
    if (view.state.field(marksField).open === undefined) return false;
    actions.close(view);
    return true;
  };
  const { acceptHunk, rejectHunk, nextChange, previousChange } = reviewKeys;
  return [
    marksField,
    markGutter,
    markPanel(actions),
    Prec.high([
      keys([
        { key: acceptHunk, run: decide("keep") },
        { key: rejectHunk, run: decide("undo") },
        { key: nextChange, run: (view) => stepChangeMark(view, 1) },
        { key: previousChange, run: (view) => stepChangeMark(view, -1) },
      ]),
      keymap.of([{ key: "Escape", run: close }]),
    ]),
    reviewTheme,
    markTheme,
  ];
}

/** Shows the marks of a change, or none. The text of the editor may have unsaved edits. */
export function showChangeMarks(view: EditorView, change: ShownChange | undefined): void {
  view.dispatch({ effects: setChange.of(change) });
}

/** Returns the change whose marks are shown, and the index of the hunk that is shown or at the cursor. */
export function changeAtCursor(
  state: EditorState,
): { readonly change: ShownChange; readonly hunk: number | undefined } | undefined {
  const change = state.field(marksField, false)?.change;
  return change && { change, hunk: currentMark(state)?.index };
}

/** Goes to the next or previous mark, wrapping around, and shows the previous lines. Returns false if there is no mark. */
export function stepChangeMark(view: EditorView, step: 1 | -1): boolean {
  const mark = view.state.field(marksField, false) && nextMark(view.state, step);
  if (mark) showMark(view, mark);
  return mark !== undefined;
}

/** Shows or hides the previous lines of the change at the cursor. Returns false if there is none. */
export function toggleChangeMark(view: EditorView): boolean {
  const mark = view.state.field(marksField, false) && currentMark(view.state);
  if (mark) toggle(view, mark);
  return mark !== undefined;
}

/** Returns where a hunk begins in the text. */
export function offsetOfHunk(state: EditorState, hunk: number): number | undefined {
  return state.field(marksField, false)?.marks.find(({ index }) => index === hunk)?.from;
}

/** Returns the index of the hunk in the line of an offset. */
export function hunkAt(state: EditorState, offset: number): number | undefined {
  return markAtLine(state, Math.min(offset, state.doc.length))?.index;
}

function toggle(view: EditorView, mark: ChangeMark): void {
  if (view.state.field(marksField).open === mark.index) view.dispatch({ effects: setOpen.of(undefined) });
  else showMark(view, mark);
}

function showMark(view: EditorView, { index, from }: ChangeMark): void {
  const { doc } = view.state;
  const { change } = view.state.field(marksField);
  const hunk = change?.hunks[index];
  if (!change || !hunk) return;
  const counts = [index + 1, change.hunks.length, doc.lineAt(from).number] as const;
  const removed = hunk.oldEnd - hunk.oldStart;
  const announcement =
    removed > 0
      ? view.state.phrase("Change $1 of $2, line $3, replaced lines: $4", ...counts, removed)
      : view.state.phrase("Change $1 of $2, line $3, added lines", ...counts);
  const effects: StateEffect<unknown>[] = [
    setOpen.of(index),
    EditorView.announce.of(announcement),
    EditorView.scrollIntoView(from, { y: "center" }),
  ];
  view.dispatch({ selection: EditorSelection.single(from), effects, userEvent: "select" });
}

class Mark extends GutterMarker {
  constructor(
    readonly kind: ChangeMark["kind"],
    readonly index: number,
    readonly isBelow: boolean,
  ) {
    super();
  }

  override eq(other: Mark): boolean {
    return other.kind === this.kind && other.index === this.index && other.isBelow === this.isBelow;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement("div");
    const labels = { added: "Added lines", changed: "Changed lines", deleted: "Deleted lines" } as const;
    element.className = `tandem-mark tandem-mark-${this.kind}${this.isBelow ? " tandem-mark-below" : ""}`;
    element.dataset.hunk = String(this.index);
    element.title = `${view.state.phrase(labels[this.kind])}. ${view.state.phrase("Click to show the previous lines")}`;
    return element;
  }
}

function marksOnScreen(view: EditorView): RangeSet<GutterMarker> {
  const builder = new RangeSetBuilder<GutterMarker>();
  const { doc } = view.state;
  const { change, marks } = view.state.field(marksField);
  const { from: top, to: bottom } = view.viewport;
  let last = -1;
  for (const { index, kind, from, to } of marks) {
    if (from > bottom) break;
    if (to < top || !change) continue;
    const isBelow = kind === "deleted" && isBelowLastLine(change, index);
    const first = Math.max(doc.lineAt(from).number, doc.lineAt(top).number);
    const end = Math.min(doc.lineAt(to).number, doc.lineAt(bottom).number);
    for (let number = first; number <= end; number++) {
      const line = doc.line(number);
      // After edits two hunks may share a line.
      if (line.from > last) builder.add(line.from, line.from, new Mark(kind, index, isBelow));
      last = Math.max(last, line.from);
    }
  }
  return builder.finish();
}

const markGutter = gutter({
  class: "tandem-mark-gutter",
  markers: marksOnScreen,
  lineMarkerChange: ({ startState, state }) => startState.field(marksField) !== state.field(marksField),
  // Always the same width, so that the text doesn't move when a mark appears.
  initialSpacer: () => new Mark("added", -1, false),
  domEventHandlers: {
    mousedown(view: EditorView, block: BlockInfo, event: Event) {
      const mark = markAtLine(view.state, block.from);
      const isMark = event.target instanceof Element && event.target.closest(".tandem-mark") !== null;
      if (!mark || !isMark) return false;
      event.preventDefault();
      toggle(view, mark);
      view.focus();
      return true;
    },
  },
});
