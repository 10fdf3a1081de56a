/** Which hunk is the current one, going from one to the next, and deciding with going on. */
import {
  EditorSelection,
  type EditorState,
  type Extension,
  StateEffect,
  StateField,
  type Text,
  type Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Hunk } from "@tandem/base/text";
import { comparisonOf, decideHunk } from "./comparison.js";

/** Accepts or rejects a hunk. */
export type Decide = (view: EditorView, isAccepted: boolean, index: number) => void;

/** Where the user went. Where a cursor could mean two hunks, this says which one. */
interface Picked {
  readonly index: number;
  /** Brings it to the screen; none when it is at the top. */
  readonly scroll: StateEffect<unknown> | undefined;
}

const pickHunk = StateEffect.define<Picked>();

const pickedField = StateField.define<number | undefined>({
  create: () => undefined,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(pickHunk)) return effect.value.index;
    const isSame = comparisonOf(transaction.startState).hunks === comparisonOf(transaction.state).hunks;
    return transaction.selection || !isSame ? undefined : value;
  },
});

/** Remembers which hunk the user went to. */
export const picking: Extension = pickedField;

/** Where the user went in these transactions, if he did. */
export function pickedIn(transactions: readonly Transaction[]): Picked | undefined {
  const effects = transactions.flatMap((transaction) => transaction.effects);
  const picked = effects.findLast((effect) => effect.is(pickHunk));
  return picked?.is(pickHunk) ? picked.value : undefined;
}

/** The lines of the result that mean a hunk; one that only removes is meant by the line that follows it. */
function linesMeant(doc: Text, hunk: Hunk): { first: number; last: number } {
  const first = Math.min(hunk.newStart, doc.lines - 1);
  return { first, last: Math.max(first, hunk.newEnd - 1) };
}

function locate(state: EditorState): { index: number; isInside: boolean } {
  const { hunks } = comparisonOf(state);
  const picked = state.field(pickedField);
  if (picked !== undefined && picked < hunks.length) return { index: picked, isInside: true };
  const line = state.doc.lineAt(state.selection.main.head).number - 1;
  const index = hunks.findIndex((hunk) => linesMeant(state.doc, hunk).last >= line);
  const hunk = hunks[index];
  if (!hunk) return { index: hunks.length > 0 ? 0 : -1, isInside: false };
  return { index, isInside: linesMeant(state.doc, hunk).first <= line };
}

/** Index of the hunk at the cursor, or of the next one, or after the last one of the first; -1 when there is none. */
export function currentHunkOf(state: EditorState): number {
  return locate(state).index;
}

function startOf(doc: Text, hunk: Hunk): number {
  return doc.line(linesMeant(doc, hunk).first + 1).from;
}

/**
 * Brings the start of a hunk to the screen. What it removed may stand, as high as it is, above the line of the cursor: so
 * the line before it is what is scrolled to, by its start: its end may be far to the right. Where there is none,
 * `scrollToTop` does it.
 */
export function scrollToHunk(doc: Text, hunk: Hunk, y: "center" | "nearest"): StateEffect<unknown> | undefined {
  if (hunk.newStart === 0) return undefined;
  return EditorView.scrollIntoView(EditorSelection.cursor(doc.line(hunk.newStart).from), { y, yMargin: 80 });
}

/** To the very top, of what stands above the first line too. */
export function scrollToTop(view: EditorView): void {
  // A scroll that the view has not come to yet would undo this: replace it by one to the first line, and ask for a place,
  // which makes the view do it now.
  view.dispatch({ effects: EditorView.scrollIntoView(0) });
  view.coordsAtPos(0);
  view.scrollDOM.scrollTop = 0;
  const columns = view.dom.closest(".tandem-review-columns");
  if (columns) columns.scrollTop = 0;
}

/** Dispatches this with the cursor going to a hunk of what is there afterwards, and says so to those who do not see it. */
function dispatchAndGo(
  view: EditorView,
  spec: TransactionSpec,
  doc: Text,
  hunks: readonly Hunk[],
  index: number,
  y: "center" | "nearest",
): void {
  const hunk = hunks[index];
  if (!hunk) {
    view.dispatch(spec);
    return;
  }
  const scroll = scrollToHunk(doc, hunk, y);
  const words = view.state.phrase("Change $1 of $2, line $3", index + 1, hunks.length, linesMeant(doc, hunk).first + 1);
  const effects = [spec.effects ?? [], pickHunk.of({ index, scroll }), scroll ?? [], EditorView.announce.of(words)];
  view.dispatch({ ...spec, selection: EditorSelection.cursor(startOf(doc, hunk)), effects: effects.flat() });
  if (!scroll) scrollToTop(view);
}

/** Puts the cursor at a hunk and scrolls it to the middle. */
export function goToHunk(view: EditorView, index: number): void {
  const { result, hunks } = comparisonOf(view.state);
  dispatchAndGo(view, { userEvent: "select" }, result, hunks, index, "center");
}

/** Goes to the next or the previous hunk, around the ends. */
export function stepHunk(view: EditorView, step: 1 | -1): void {
  const { index, isInside } = locate(view.state);
  const count = comparisonOf(view.state).hunks.length;
  if (index < 0) return;
  const target = step > 0 && !isInside ? index : index + step;
  goToHunk(view, (target + count) % count);
}

/** Decides a hunk and puts the cursor at the one that follows: one step of the history. */
export const decide: Decide = (view, isAccepted, index) => {
  const decision = decideHunk(view.state, index, isAccepted);
  if (!decision) return;
  const { spec, result, hunks } = decision;
  dispatchAndGo(view, spec, result, hunks, index < hunks.length ? index : 0, "nearest");
};
