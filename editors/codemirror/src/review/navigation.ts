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
import type { HunkDecision, ReviewHunk } from "@tandem/base/review";
import type { Hunk } from "@tandem/base/text";
import { comparisonOf, decision } from "./comparison.js";

/** Accepts or rejects a hunk, or takes that back. */
export type Decide = (view: EditorView, decided: HunkDecision, index: number) => void;

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

/** Where several are at the cursor, one that is not decided. */
function locate(state: EditorState): { index: number; isInside: boolean } {
  const { hunks } = comparisonOf(state);
  const picked = state.field(pickedField);
  if (picked !== undefined && picked < hunks.length) return { index: picked, isInside: true };
  const line = state.doc.lineAt(state.selection.main.head).number - 1;
  let [inside, next, first] = [-1, -1, -1];
  for (const hunk of hunks) {
    const meant = linesMeant(state.doc, hunk);
    const isUndecided = hunk.decision === "undecided";
    if (meant.first > line && next >= 0) break;
    if (meant.first <= line && meant.last >= line && (inside < 0 || isUndecided)) inside = hunk.index;
    if (isUndecided && meant.last >= line && next < 0) next = hunk.index;
    if (isUndecided && first < 0) first = hunk.index;
  }
  return inside >= 0 ? { index: inside, isInside: true } : { index: next >= 0 ? next : first, isInside: false };
}

/** Index of the hunk at the cursor, or of the next undecided one, or after the last one of the first; -1 when there is none. */
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
  state: EditorState,
  hunk: ReviewHunk,
  y: "center" | "nearest",
): void {
  const { doc } = state;
  const scroll = scrollToHunk(doc, hunk, y);
  const undecided = undecidedOf(state);
  const place = undecided.indexOf(hunk) + 1;
  const line = linesMeant(doc, hunk).first + 1;
  const words = view.state.phrase("Change $1 of $2, line $3", place, undecided.length, line);
  const picked = pickHunk.of({ index: hunk.index, scroll });
  const effects = [spec.effects ?? [], picked, scroll ?? [], place > 0 ? EditorView.announce.of(words) : []];
  view.dispatch({ ...spec, selection: EditorSelection.cursor(startOf(doc, hunk)), effects: effects.flat() });
  if (!scroll) scrollToTop(view);
}

function undecidedOf(state: EditorState): ReviewHunk[] {
  return comparisonOf(state).hunks.filter((hunk) => hunk.decision === "undecided");
}

/** Goes to the next or the previous undecided hunk, around the ends; with 0 to the first one. */
export function stepHunk(view: EditorView, step: 1 | 0 | -1): void {
  const { index, isInside } = step === 0 ? { index: 0, isInside: false } : locate(view.state);
  const undecided = undecidedOf(view.state);
  const hunk =
    step < 0
      ? (undecided.findLast((each) => each.index < index) ?? undecided.at(-1))
      : (undecided.find((each) => each.index > index || (each.index === index && !isInside)) ?? undecided[0]);
  if (hunk) dispatchAndGo(view, { userEvent: "select" }, view.state, hunk, "center");
}

/** Decides a hunk and puts the cursor at the next undecided one: one step of the history. */
export const decide: Decide = (view, decided, index) => {
  const spec = decision(view.state, index, decided);
  if (!spec) return;
  const { state } = view.state.update(spec);
  const undecided = undecidedOf(state);
  // One that was taken back is itself the next.
  const next = undecided.find((hunk) => hunk.index >= index) ?? undecided[0];
  if (next) dispatchAndGo(view, spec, state, next, "nearest");
  else view.dispatch(spec);
};
