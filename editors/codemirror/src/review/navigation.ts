/** The current hunk, moving between hunks, and accepting or rejecting them. */
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
import type { HunkDecision, ReviewHunk } from "@tandem-ide/base/review";
import type { Hunk } from "@tandem-ide/base/text";
import { comparisonOf, decision } from "./comparison.js";

/** The hunk that the user went to, because the cursor alone could mean two hunks. */
interface Picked {
  readonly index: number;
  /** Scrolls to it; undefined if it is at the top. */
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

export const picking: Extension = pickedField;

/** Returns the hunk that the user went to in these transactions, if any. */
export function pickedIn(transactions: readonly Transaction[]): Picked | undefined {
  const effects = transactions.flatMap((transaction) => transaction.effects);
  const picked = effects.findLast((effect) => effect.is(pickHunk));
  return picked?.is(pickHunk) ? picked.value : undefined;
}

/** Returns the lines of the result where the cursor selects a hunk. For one that only removes, that is the next line. */
function cursorLines(doc: Text, hunk: Hunk): { first: number; last: number } {
  const first = Math.min(hunk.newStart, doc.lines - 1);
  return { first, last: Math.max(first, hunk.newEnd - 1) };
}

/** Finds the hunk at the cursor, preferring undecided ones. */
function locate(state: EditorState): { index: number; isInside: boolean } {
  const { hunks } = comparisonOf(state);
  const picked = state.field(pickedField);
  if (picked !== undefined && picked < hunks.length) return { index: picked, isInside: true };
  const line = state.doc.lineAt(state.selection.main.head).number - 1;
  let [inside, next, first] = [-1, -1, -1];
  for (const hunk of hunks) {
    const lines = cursorLines(state.doc, hunk);
    const isUndecided = hunk.decision === "undecided";
    if (lines.first > line && next >= 0) break;
    if (lines.first <= line && lines.last >= line && (inside < 0 || isUndecided)) inside = hunk.index;
    if (isUndecided && lines.last >= line && next < 0) next = hunk.index;
    if (isUndecided && first < 0) first = hunk.index;
  }
  return inside >= 0 ? { index: inside, isInside: true } : { index: next >= 0 ? next : first, isInside: false };
}

/** Returns the index of the hunk at the cursor, or of the next undecided one (wrapping around), or -1. */
export function currentHunkOf(state: EditorState): number {
  return locate(state).index;
}

function startOf(doc: Text, hunk: Hunk): number {
  return doc.line(cursorLines(doc, hunk).first + 1).from;
}

/**
 * Returns an effect that scrolls to a hunk. Removed lines may be drawn above its first line, so this scrolls to the start
 * of the line before. Undefined if there is none: use `scrollToTop`.
 */
export function scrollToHunk(doc: Text, hunk: Hunk, y: "center" | "nearest"): StateEffect<unknown> | undefined {
  if (hunk.newStart === 0) return undefined;
  return EditorView.scrollIntoView(EditorSelection.cursor(doc.line(hunk.newStart).from), { y, yMargin: 80 });
}

/** Scrolls to the very top, including widgets above the first line. */
export function scrollToTop(view: EditorView): void {
  // A pending scroll of the view would undo this: replace it, and make the view apply it now by asking for coordinates.
  view.dispatch({ effects: EditorView.scrollIntoView(0) });
  view.coordsAtPos(0);
  view.scrollDOM.scrollTop = 0;
  const columns = view.dom.closest(".tandem-review-columns");
  if (columns) columns.scrollTop = 0;
}

/** Dispatches a transaction and moves the cursor to a hunk of the new state, with an announcement for screen readers. */
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
  const position = undecided.indexOf(hunk) + 1;
  const line = cursorLines(doc, hunk).first + 1;
  const announcement = view.state.phrase("Change $1 of $2, line $3", position, undecided.length, line);
  const picked = pickHunk.of({ index: hunk.index, scroll });
  const effects = [spec.effects ?? [], picked, scroll ?? [], position > 0 ? EditorView.announce.of(announcement) : []];
  view.dispatch({ ...spec, selection: EditorSelection.cursor(startOf(doc, hunk)), effects: effects.flat() });
  if (!scroll) scrollToTop(view);
}

function undecidedOf(state: EditorState): ReviewHunk[] {
  return comparisonOf(state).hunks.filter((hunk) => hunk.decision === "undecided");
}

/**
 * Goes to the next or previous undecided hunk, wrapping around, or among all hunks if all are decided. A step of 0 goes to
 * the first one.
 */
export function stepHunk(view: EditorView, step: 1 | 0 | -1): void {
  const { index, isInside } = step === 0 ? { index: 0, isInside: false } : locate(view.state);
  const undecided = undecidedOf(view.state);
  const hunks = undecided.length > 0 ? undecided : comparisonOf(view.state).hunks;
  const hunk =
    step < 0
      ? (hunks.findLast((each) => each.index < index) ?? hunks.at(-1))
      : (hunks.find((each) => each.index > index || (each.index === index && !isInside)) ?? hunks[0]);
  if (hunk) dispatchAndGo(view, { userEvent: "select" }, view.state, hunk, "center");
}

/** Dispatches a transaction and moves the cursor to a hunk of the new state, if it has one. */
export function dispatchAndGoTo(view: EditorView, spec: TransactionSpec, index: number): void {
  const { state } = view.state.update(spec);
  const { hunks } = comparisonOf(state);
  const hunk = hunks[Math.min(index, hunks.length - 1)];
  if (hunk) dispatchAndGo(view, spec, state, hunk, "nearest");
  else view.dispatch(spec);
}

/** Accepts or rejects a hunk and moves to the next undecided one, as one undo step. */
export function decide(view: EditorView, decided: HunkDecision, index: number): void {
  const spec = decision(view.state, index, decided);
  if (!spec) return;
  const { state } = view.state.update(spec);
  const undecided = undecidedOf(state);
  // After undoing a decision, this is the same hunk.
  const next = undecided.find((hunk) => hunk.index >= index) ?? undecided[0];
  if (next) dispatchAndGo(view, spec, state, next, "nearest");
  else view.dispatch(spec);
}
