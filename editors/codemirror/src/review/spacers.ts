/** Keeps unchanged lines at the same height on both sides: below a hunk the shorter side gets empty space. */
import { type Extension, type RangeSet, RangeSetBuilder, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";
import type { Hunk } from "@tandem/base/text";
import { toBaseLine } from "./collapse.js";
import { compared } from "./comparison.js";
import type { HunkLevels } from "./hunk-levels.js";

/** Less than this nobody sees. */
const tolerance = 0.5;

/** Empty space. `line` is the line of the result where a hunk removed lines and left none, undefined elsewhere. */
export class Spacer extends WidgetType {
  constructor(
    readonly height: number,
    readonly line: number | undefined,
  ) {
    super();
  }
  override eq(other: Spacer): boolean {
    return Math.abs(other.height - this.height) < tolerance && other.line === this.line;
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
    // The view's heights are those on the screen, where the page may be shown in another scale.
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

/** One side while its spacers are laid out, top down. */
class Column {
  readonly #view: EditorView;
  readonly #before: ReturnType<RangeSet<Decoration>["iter"]>;
  readonly #builder = new RangeSetBuilder<Decoration>();
  /** What the new spacers so far add to heights that the view knows, less what the old ones did. */
  #shift = 0;

  constructor(view: EditorView) {
    this.#view = view;
    this.#before = view.state.field(spacerField).iter();
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

  add(at: number, height: number, line: number | undefined, isAtEnd: boolean): void {
    const widget = new Spacer(height, line);
    this.#builder.add(at, at, Decoration.widget({ widget, block: true, side: isAtEnd ? 1 : -1 }));
    this.#shift += height;
  }

  /** Shows them, unless they are the ones that are there. */
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

/**
 * Lays out the spacers of both sides anew: on the screen by the heights that the views have measured, elsewhere by what is
 * known of the hunks.
 */
export function align(base: EditorView, result: EditorView, levels: HunkLevels): void {
  const comparison = result.state.facet(compared);
  if (!comparison) return;
  levels.follow(comparison);
  const [baseDoc, resultDoc] = [base.state.doc, result.state.doc];
  const left = new Column(base);
  const right = new Column(result);
  const level = (difference: number, atBase: () => number, atResult: () => number, hunk?: Hunk, isAtEnd = false) => {
    if (difference < -tolerance) left.add(atBase(), -difference, undefined, isAtEnd);
    if (difference > tolerance) right.add(atResult(), difference, deletionLine(hunk), isAtEnd);
  };
  /** How much lower this line is in the base, with the spacers so far. */
  const differenceAt = (baseLine: number, resultLine: number) =>
    left.topOf(baseDoc.line(baseLine + 1).from) - right.topOf(resultDoc.line(resultLine + 1).from);
  const differenceAfter = ({ hunk, index, baseLine, resultLine, isOnScreen }: Place) => {
    if (!isOnScreen) return levels.of(index, result.defaultLineHeight);
    const before = hunk ? differenceAt(hunk.oldStart, hunk.newStart) : 0;
    const after = differenceAt(baseLine, resultLine);
    if (hunk) levels.set(index, after - before);
    return after;
  };

  for (const place of placesToAlign(result, comparison.hunks)) {
    const { baseLine, resultLine, hunk } = place;
    if (resultLine >= resultDoc.lines || baseLine >= baseDoc.lines) continue;
    const atBase = () => baseDoc.line(baseLine + 1).from;
    level(differenceAfter(place), atBase, () => resultDoc.line(resultLine + 1).from, hunk);
  }
  const last = comparison.hunks.at(-1);
  const hunkAtEnd = last && last.newStart >= resultDoc.lines ? last : undefined;
  const difference = left.bottom() - right.bottom();
  level(
    difference,
    () => baseDoc.length,
    () => resultDoc.length,
    hunkAtEnd,
    true,
  );
  left.show();
  right.show();
}

function deletionLine(hunk: Hunk | undefined): number | undefined {
  return hunk && hunk.newStart === hunk.newEnd && hunk.oldEnd > hunk.oldStart ? hunk.newStart : undefined;
}

interface Place {
  readonly baseLine: number;
  readonly resultLine: number;
  /** The hunk just above, and which one it is; none in the middle of a stretch. */
  readonly hunk?: Hunk;
  readonly index: number;
  /** What is not there has no heights but guesses. */
  readonly isOnScreen: boolean;
}

/**
 * The unchanged line after each hunk; and the first one on the screen, because the heights of what was never on the screen
 * are guesses, which differ. Where lines wrap, every one on the screen: the columns may not be of quite the same width.
 */
function placesToAlign(result: EditorView, hunks: readonly Hunk[]): Place[] {
  const { doc } = result.state;
  const top = doc.lineAt(result.viewport.from).number - 1;
  const bottom = doc.lineAt(result.viewport.to).number;
  const places: Place[] = hunks.map((hunk, index) => ({
    baseLine: hunk.oldEnd,
    resultLine: hunk.newEnd,
    hunk,
    index,
    isOnScreen: hunk.newEnd >= top && hunk.newStart <= bottom,
  }));
  const near = places.flatMap(({ hunk, isOnScreen }) => (hunk && isOnScreen ? [hunk] : []));
  for (const block of result.viewportLineBlocks) {
    const line = doc.lineAt(block.from).number - 1;
    const isFolded = block.length !== doc.line(line + 1).length;
    const isInHunk = near.some((hunk) => hunk.newStart <= line && line <= hunk.newEnd);
    if (line > 0 && !isFolded && !isInHunk)
      places.push({ baseLine: toBaseLine(hunks, line), resultLine: line, index: -1, isOnScreen: true });
    if (!result.lineWrapping && places.length > hunks.length) break;
  }
  return places.sort((a, b) => a.resultLine - b.resultLine);
}

/** For the editors of both sides; `onMoved` is called when lines have moved up or down, except by spacers. */
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
