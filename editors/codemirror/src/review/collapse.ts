/** Folds long runs of unchanged lines. The result's editor decides which, and the base's editor folds the same ones. */
import { type EditorState, type Extension, type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Hunk } from "@tandem-ide/base/text";
import { keyLabel } from "../keys.js";
import { compared } from "./comparison.js";
import type { Lines } from "./lines.js";
import { reviewKeys } from "./review-keys.js";

/** Shorter texts are not folded. */
const minTextLines = 100;
/** The number of lines that stay visible next to a hunk, and the minimum number of lines to fold. */
const margin = 3;
const minFolded = 4;

/** The number of lines that one press of the bar shows. */
const step = 20;

interface Unfolding {
  readonly at: number;
  /** Shows all lines of the fold at once. */
  readonly isWhole: boolean;
}

const unfold = StateEffect.define<Unfolding>({
  map: ({ at, isWhole }, changes) => ({ at: changes.mapPos(at), isWhole }),
});
/** Folds exactly these lines. */
const setFolds = StateEffect.define<readonly Lines[]>();

class FoldedLines extends WidgetType {
  constructor(
    readonly count: number,
    readonly onUnfold: (view: EditorView, at: number) => void,
  ) {
    super();
  }
  override eq(other: FoldedLines): boolean {
    return other.count === this.count;
  }
  override get estimatedHeight(): number {
    return 24;
  }
  override ignoreEvent(): boolean {
    return true;
  }
  override toDOM(view: EditorView): HTMLElement {
    const bar = document.createElement("button");
    const { state } = view;
    bar.type = "button";
    bar.className = "cm-collapsedLines";
    bar.textContent = state.phrase("$ unchanged lines", this.count);
    const title = isShownAtOnce(this.count) ? state.phrase("Show them") : state.phrase("Show $ more", step);
    bar.title = `${title} (${keyLabel(reviewKeys.showMore)})`;
    bar.addEventListener("mousedown", (event) => event.preventDefault());
    bar.addEventListener("click", () => {
      const hadFocus = bar.matches(":focus");
      const at = view.posAtDOM(bar);
      this.onUnfold(view, at);
      if (hadFocus) focusBar(view, at);
    });
    return bar;
  }
}

/** Gives the focus to the bar of the lines that are still folded, or to the text. */
function focusBar(view: EditorView, at: number): void {
  const bars = [...view.contentDOM.querySelectorAll<HTMLElement>(".cm-collapsedLines")];
  const rest = bars.find((bar) => view.posAtDOM(bar) >= at);
  (rest ?? view).focus();
}

function isShownAtOnce(count: number): boolean {
  return count - step < minFolded;
}

/** Returns the lines that stay folded after one step: those that are far from a hunk. */
function afterStep({ start, end }: Lines, lines: number): Lines | undefined {
  if (isShownAtOnce(end - start)) return undefined;
  // At both ends of the text only one side has a hunk.
  if (start === 0) return { start, end: end - step };
  return end === lines ? { start: start + step, end } : { start: start + step / 2, end: end - step / 2 };
}

function foldRange(doc: Text, { start, end }: Lines, onUnfold: FoldedLines["onUnfold"]): Range<Decoration> {
  const widget = new FoldedLines(end - start, onUnfold);
  return Decoration.replace({ widget, block: true }).range(doc.line(start + 1).from, doc.line(end).to);
}

/** Returns the runs of lines between hunks that are long enough to fold. */
export function linesToFold(lines: number, hunks: readonly Hunk[]): Lines[] {
  if (lines < minTextLines || hunks.length === 0) return [];
  const folded: Lines[] = [];
  const add = (start: number, end: number) => {
    if (end - start >= minFolded) folded.push({ start, end });
  };
  let start = 0;
  for (const [index, hunk] of hunks.entries()) {
    add(index === 0 ? 0 : start + margin, hunk.newStart - margin);
    start = hunk.newEnd;
  }
  add(start + margin, lines);
  return folded;
}

/** Returns the index of the first hunk that ends below this line of the result, or the number of hunks. */
export function firstBelow(hunks: readonly Hunk[], line: number): number {
  let [low, high] = [0, hunks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((hunks[middle]?.newEnd ?? 0) <= line) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a hunk is in lines `start` to `end` (exclusive) of the result, or removes lines there. */
function hasHunk(hunks: readonly Hunk[], start: number, end: number): boolean {
  const hunk = hunks[firstBelow(hunks, start)];
  return hunk !== undefined && hunk.newStart < end;
}

const unfoldHere = (view: EditorView, at: number) => view.dispatch({ effects: unfold.of({ at, isWhole: false }) });

const foldedField = StateField.define<DecorationSet>({
  create(state) {
    const hunks = state.facet(compared)?.hunks ?? [];
    return Decoration.set(linesToFold(state.doc.lines, hunks).map((lines) => foldRange(state.doc, lines, unfoldHere)));
  },
  update(value, transaction) {
    if (value.size === 0) return value;
    const folded = value.map(transaction.changes);
    // Edited lines, cursors and hunks must stay visible.
    const cursors = transaction.selection?.ranges ?? [];
    const shown = cursors.map(({ head }) => ({ from: head, to: head }));
    const rest: Range<Decoration>[] = [];
    for (const effect of transaction.effects) {
      if (!effect.is(unfold)) continue;
      const { at, isWhole } = effect.value;
      shown.push({ from: at, to: at });
      const lines = linesAt(folded, transaction.newDoc, at);
      const less = lines && !isWhole && afterStep(lines, transaction.newDoc.lines);
      if (less) rest.push(foldRange(transaction.newDoc, less, unfoldHere));
    }
    transaction.changes.iterChangedRanges((_fromBefore, _toBefore, from, to) => shown.push({ from, to }));
    const now = transaction.state.facet(compared);
    const differing = now !== transaction.startState.facet(compared) ? (now?.hunks ?? []) : [];
    if (shown.length === 0 && differing.length === 0) return folded;
    const open = folded.update({
      filter: (from, to) =>
        !shown.some((range) => range.from <= to && range.to >= from) &&
        !hasHunk(differing, transaction.newDoc.lineAt(from).number - 1, transaction.newDoc.lineAt(to).number),
    });
    return open.update({ add: rest });
  },
  provide: (field) => EditorView.decorations.from(field),
});

export const foldUnchanged: Extension = foldedField;

/** Returns the folded lines at a position. */
function linesAt(folded: DecorationSet, doc: Text, at: number): Lines | undefined {
  let lines: Lines | undefined;
  folded.between(at, at, (from, to) => {
    lines = { start: doc.lineAt(from).number - 1, end: doc.lineAt(to).number };
  });
  return lines;
}

/** Opens the folded lines after the cursor by one step, or the last ones. Returns false if nothing is folded. */
export function showMore(view: EditorView): boolean {
  const all = foldedLines(view.state);
  const { head } = view.state.selection.main;
  const line = view.state.doc.lineAt(head).number - 1;
  const next = all.find(({ start }) => start >= line) ?? all.at(-1);
  if (next) unfoldLine(view, next.start);
  return next !== undefined;
}

/** Shows a line, with all lines that are folded with it. */
export function showLine(view: EditorView, line: number): void {
  const { doc } = view.state;
  if (line < doc.lines) view.dispatch({ effects: unfold.of({ at: doc.line(line + 1).from, isWhole: true }) });
}

export function foldedLines(state: EditorState): Lines[] {
  const lines: Lines[] = [];
  state.field(foldedField).between(0, state.doc.length, (from, to) => {
    lines.push({ start: state.doc.lineAt(from).number - 1, end: state.doc.lineAt(to).number });
  });
  return lines;
}

export function unfoldLine(view: EditorView, line: number): void {
  if (line < view.state.doc.lines) unfoldHere(view, view.state.doc.line(line + 1).from);
}

/** Returns the line of the base for an unchanged line of the result. */
export function toBaseLine(hunks: readonly Hunk[], line: number): number {
  const above = hunks[firstBelow(hunks, line) - 1];
  return above ? line - above.newEnd + above.oldEnd : line;
}

/** Folds given lines in the base's editor, and reports a click with the first folded line. */
export function controlledFolds(
  first: readonly Lines[],
  onUnfold: (line: number) => void,
): {
  extension: Extension;
  show(lines: readonly Lines[]): StateEffect<unknown>;
} {
  const onClick = (view: EditorView, at: number) => onUnfold(view.state.doc.lineAt(at).number - 1);
  const fold = (doc: Text, folded: readonly Lines[]) =>
    Decoration.set(folded.map((lines) => foldRange(doc, lines, onClick)));
  const extension = StateField.define<DecorationSet>({
    create: ({ doc }) => fold(doc, first),
    update(value, transaction) {
      for (const effect of transaction.effects) if (effect.is(setFolds)) return fold(transaction.newDoc, effect.value);
      return value.map(transaction.changes);
    },
    provide: (field) => EditorView.decorations.from(field),
  });
  return { extension, show: (lines) => setFolds.of(lines) };
}
