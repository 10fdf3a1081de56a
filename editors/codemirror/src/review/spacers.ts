/** Aligns unchanged lines on both sides: below a hunk the shorter side gets empty space. */
import { type Extension, type RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, type ViewUpdate, WidgetType } from "@codemirror/view";
import type { ReviewHunk } from "@tandem-ide/base/review";
import { toBaseLine } from "./collapse.js";
import { commentedLines } from "./comments.js";
import { compared } from "./comparison.js";
import type { HunkLevels } from "./hunk-levels.js";

/** Smaller differences are invisible, in px. */
const tolerance = 0.5;

/** Empty space. `hunk` is set where a hunk only removed lines: it is its index. */
export class Spacer extends WidgetType {
  constructor(
    readonly height: number,
    readonly hunk: number | undefined,
  ) {
    super();
  }
  override eq(other: Spacer): boolean {
    return other.height === this.height && other.hunk === this.hunk;
  }
  override get estimatedHeight(): number {
    return this.height;
  }
  override ignoreEvent(): boolean {
    return false;
  }
  override toDOM(view: EditorView): HTMLElement {
    const space = document.createElement("div");
    space.className = "cm-mergeSpacer";
    this.updateDOM(space, view);
    return space;
  }
  override updateDOM(dom: HTMLElement, view: EditorView): boolean {
    // The view's heights are screen pixels, and the page may be scaled.
    dom.style.height = `${this.height / view.scaleY}px`;
    return true;
  }
}

const setSpacers = StateEffect.define<DecorationSet>({ map: (value, changes) => value.map(changes) });

const spacerField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setSpacers)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** One side during layout, from top to bottom. */
class Column {
  readonly #view: EditorView;
  /** The old spacers that `#shift` doesn't include yet. */
  readonly #before: ReturnType<RangeSet<Decoration>["iter"]>;
  /** The old spacers from where the next new one goes. */
  readonly #here: ReturnType<RangeSet<Decoration>["iter"]>;
  readonly #builder = new RangeSetBuilder<Decoration>();
  /** The height of the new spacers so far minus that of the old ones. */
  #shift = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#before = view.state.field(spacerField).iter();
    this.#here = view.state.field(spacerField).iter();
  }

  #forget(isAbove: (at: number) => boolean): void {
    for (; this.#before.value && isAbove(this.#before.from); this.#before.next()) {
      const { widget } = this.#before.value.spec;
      if (widget instanceof Spacer) this.#shift -= widget.height;
    }
  }

  topOf(at: number): number {
    this.#forget((old) => old < at);
    return this.#view.lineBlockAt(at).top + this.#shift;
  }

  bottom(): number {
    this.#forget(() => true);
    return this.#view.contentHeight + this.#shift;
  }

  add(at: number, wanted: number, hunk: number | undefined, isAtEnd: boolean): void {
    const height = this.#heightOf(at, wanted);
    const widget = new Spacer(height, hunk);
    this.#builder.add(at, at, Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }));
    this.#shift += height;
  }

  /** Keeps the height of the old spacer if it is as good. Then the next spacers make up for the difference. */
  #heightOf(at: number, wanted: number): number {
    const old = this.#here;
    while (old.value && old.from < at) old.next();
    if (!old.value || old.from > at) return wanted;
    const { widget } = old.value.spec;
    old.next();
    return widget instanceof Spacer && Math.abs(widget.height - wanted) < tolerance ? widget.height : wanted;
  }

  show(): void {
    const spacers = this.#builder.finish();
    const now = this.#view.state.field(spacerField);
    if (!isSame(spacers, now)) this.#view.dispatch({ effects: setSpacers.of(spacers) });
  }
}

function isSame(a: DecorationSet, b: DecorationSet): boolean {
  if (a.size !== b.size) return false;
  const [left, right] = [a.iter(), b.iter()];
  for (; left.value && right.value; left.next(), right.next())
    if (
      left.from !== right.from ||
      left.value.startSide !== right.value.startSide ||
      !left.value.spec.widget.eq(right.value.spec.widget)
    )
      return false;
  return true;
}

/** Lays out the spacers of both sides again: on screen by measured heights, elsewhere by the hunks' levels. */
export function align(base: EditorView, result: EditorView, levels: HunkLevels): void {
  const comparison = result.state.facet(compared);
  if (!comparison) return;
  levels.follow(comparison);
  const [baseDoc, resultDoc] = [base.state.doc, result.state.doc];
  const left = new Column(base);
  const right = new Column(result);
  const level = (
    difference: number,
    atBase: () => number,
    atResult: () => number,
    hunk?: ReviewHunk,
    isAtEnd = false,
  ) => {
    if (difference < -tolerance) left.add(atBase(), -difference, undefined, isAtEnd);
    if (difference > tolerance)
      right.add(atResult(), difference, hunk && onlyRemoves(hunk) ? hunk.index : undefined, isAtEnd);
  };
  /** How much lower this line is in the base, including the new spacers so far. */
  const differenceAt = (baseLine: number, resultLine: number) =>
    left.topOf(baseDoc.line(baseLine + 1).from) - right.topOf(resultDoc.line(resultLine + 1).from);
  const differenceAfter = ({ hunk, index, baseLine, resultLine, isOnScreen }: AlignedLine) => {
    if (!isOnScreen) return levels.of(index, result.defaultLineHeight);
    const before = hunk ? differenceAt(hunk.oldStart, hunk.newStart) : 0;
    const after = differenceAt(baseLine, resultLine);
    if (hunk) levels.set(index, after - before);
    return after;
  };

  for (const line of linesToAlign(result, comparison.hunks)) {
    const { baseLine, resultLine, hunk } = line;
    if (resultLine >= resultDoc.lines || baseLine >= baseDoc.lines) continue;
    const atBase = () => baseDoc.line(baseLine + 1).from;
    level(differenceAfter(line), atBase, () => resultDoc.line(resultLine + 1).from, hunk);
  }
  const last = comparison.hunks.at(-1);
  const hunkAtEnd = last && last.newStart >= resultDoc.lines ? last : undefined;
  level(
    left.bottom() - right.bottom(),
    () => baseDoc.length,
    () => resultDoc.length,
    hunkAtEnd,
    true,
  );
  left.show();
  right.show();
}

const onlyRemoves = ({ oldStart, oldEnd, newStart, newEnd }: ReviewHunk) => newStart === newEnd && oldEnd > oldStart;

interface AlignedLine {
  readonly baseLine: number;
  readonly resultLine: number;
  /** The hunk just above and its index, if any. */
  readonly hunk?: ReviewHunk;
  readonly index: number;
  /** Off screen, heights are only estimates. */
  readonly isOnScreen: boolean;
}

/**
 * Returns the unchanged line after each hunk, and the first one on screen, because estimated heights above it may differ.
 * If lines wrap, returns every line on screen, because the columns may not have exactly the same width.
 */
function linesToAlign(result: EditorView, hunks: readonly ReviewHunk[]): AlignedLine[] {
  const { doc } = result.state;
  const top = doc.lineAt(result.viewport.from).number - 1;
  const bottom = doc.lineAt(result.viewport.to).number;
  const lines: AlignedLine[] = hunks.map((hunk, index) => ({
    baseLine: hunk.oldEnd,
    resultLine: hunk.newEnd,
    hunk,
    index,
    isOnScreen: hunk.newEnd >= top && hunk.newStart <= bottom,
  }));
  const near = lines.flatMap(({ hunk, isOnScreen }) => (hunk && isOnScreen ? [hunk] : []));
  // The lines of a rejected hunk are the base's.
  const isInHunk = (line: number) =>
    near.some(
      ({ decision, newStart, newEnd }) =>
        line === newEnd || (decision !== "rejected" && newStart <= line && line < newEnd),
    );
  for (const block of result.viewportLineBlocks) {
    const line = doc.lineAt(block.from).number - 1;
    const isFolded = block.length !== doc.line(line + 1).length;
    if (line > 0 && !isFolded && !isInHunk(line))
      lines.push({ baseLine: toBaseLine(hunks, line), resultLine: line, index: -1, isOnScreen: true });
    if (!result.lineWrapping && lines.length > hunks.length) break;
  }
  // A comment makes its line higher than in the base.
  for (const line of commentedLines(result.state).map((above) => above + 1))
    if (line > top && line < bottom && !lines.some(({ resultLine }) => resultLine === line) && !isInHunk(line))
      lines.push({ baseLine: toBaseLine(hunks, line), resultLine: line, index: -1, isOnScreen: true });
  return lines.sort((a, b) => a.resultLine - b.resultLine);
}

/** Whether an editor has other spacers than before. */
export function hasOtherSpacers({ startState, state }: ViewUpdate): boolean {
  return startState.field(spacerField, false) !== state.field(spacerField, false);
}

/** For the editors of both sides. Calls `onMoved` when lines move up or down, except because of spacers. */
export function spacers(onMoved: () => void): Extension {
  return [
    spacerField,
    EditorView.updateListener.of((update) => {
      const isOwn = update.transactions.some((transaction) =>
        transaction.effects.some((effect) => effect.is(setSpacers)),
      );
      if ((update.heightChanged || update.viewportChanged || update.geometryChanged) && !isOwn) onMoved();
    }),
  ];
}
