/** The two texts of a review and the hunks between them. */
import type { ChangeDesc, Text } from "@codemirror/state";
import { type Hunk, splitHunks } from "@tandem/base/text";

/** What changed inside a hunk, by characters: offsets from the start of the hunk on either side. */
export interface FineChange {
  readonly fromBase: number;
  readonly toBase: number;
  readonly fromResult: number;
  readonly toResult: number;
}

/** Two texts, and the hunks between them. */
export interface Comparison {
  readonly base: Text;
  readonly result: Text;
  readonly hunks: readonly Hunk[];
  /** What `fineChangesOf` has found already: it is asked at every scroll. */
  readonly fine: WeakMap<Hunk, readonly FineChange[]>;
}

/** Past this size, comparing whole texts at every key takes longer than a key may take. */
const maxLines = 10_000;
const maxChangedLines = 300;
/** How far around an edit is compared anew then. */
const vicinity = 200;
/** In a larger hunk no finer differences are looked for. */
const maxHunkLines = 2_000;

/** Compares two texts, line by line. */
export function compare(base: Text, result: Text): Comparison {
  return { base, result, hunks: splitHunks(base.toString(), result.toString()), fine: new WeakMap() };
}

/** The lines from `start` to `end` (exclusive), from 0. There is at least one. */
function linesOf(doc: Text, start: number, end: number): string {
  return doc.sliceString(doc.line(start + 1).from, doc.line(end).to);
}

function sizeOf(hunk: Hunk): number {
  return hunk.oldEnd - hunk.oldStart + hunk.newEnd - hunk.newStart;
}

/** The comparison after the result was edited. */
export function compareAgain(before: Comparison, result: Text, changes: ChangeDesc): Comparison {
  const changed = before.hunks.reduce((sum, hunk) => sum + sizeOf(hunk), 0);
  const isLarge = changed > maxChangedLines || result.lines > maxLines || before.base.lines > maxLines;
  return isLarge ? compareNearby(before, result, changes) : compare(before.base, result);
}

/** Hunks that touch are one. */
function joinTouching(hunks: readonly Hunk[]): Hunk[] {
  const joined: Hunk[] = [];
  for (const hunk of hunks) {
    const last = joined.at(-1);
    if (last?.newEnd === hunk.newStart) joined.splice(-1, 1, { ...last, oldEnd: hunk.oldEnd, newEnd: hunk.newEnd });
    else joined.push(hunk);
  }
  return joined;
}

/** Lines of the result before the edit, `first` to `last`, that it touched. */
function touchedLines(result: Text, changes: ChangeDesc): { first: number; last: number } {
  let from = result.length;
  let to = 0;
  changes.iterChangedRanges((fromBefore, toBefore) => {
    from = Math.min(from, fromBefore);
    to = Math.max(to, toBefore);
  });
  return { first: result.lineAt(from).number - 1, last: result.lineAt(Math.max(from, to)).number - 1 };
}

/**
 * Compares only around the edit: at most as far as the nearest hunks that it does not touch. Lines that stayed are between
 * it and them, so there is something to compare on both sides.
 */
export function compareNearby(before: Comparison, result: Text, changes: ChangeDesc): Comparison {
  const { base } = before;
  const { first, last } = touchedLines(before.result, changes);
  const grown = result.lines - before.result.lines;
  const above = before.hunks.filter((hunk) => hunk.newEnd < first);
  const below = before.hunks.filter((hunk) => hunk.newStart > last + 1);
  const touched = before.hunks.slice(above.length, before.hunks.length - below.length);
  const moved =
    grown === 0
      ? below
      : below.map((hunk) => ({ ...hunk, newStart: hunk.newStart + grown, newEnd: hunk.newEnd + grown }));

  const [only] = touched;
  if (only && touched.length === 1 && sizeOf(only) > maxHunkLines && only.newStart <= first && last < only.newEnd)
    return { base, result, fine: before.fine, hunks: [...above, { ...only, newEnd: only.newEnd + grown }, ...moved] };

  // Between the hunks on either side, the lines around the edit stayed, so they count off from those hunks in both texts.
  const previous = above.at(-1) ?? { oldEnd: 0, newEnd: 0 };
  const next = below.at(0) ?? { oldStart: base.lines, newStart: before.result.lines };
  const newStart = Math.max(previous.newEnd, Math.min(first, touched.at(0)?.newStart ?? first) - vicinity);
  const newEnd = Math.min(next.newStart, Math.max(last + 1, touched.at(-1)?.newEnd ?? 0) + vicinity);
  const oldStart = previous.oldEnd + newStart - previous.newEnd;
  const oldEnd = next.oldStart - (next.newStart - newEnd);
  const between = splitHunks(linesOf(base, oldStart, oldEnd), linesOf(result, newStart, newEnd + grown));
  const placed = between.map((hunk) => ({
    oldStart: hunk.oldStart + oldStart,
    oldEnd: hunk.oldEnd + oldStart,
    newStart: hunk.newStart + newStart,
    newEnd: hunk.newEnd + newStart,
  }));
  return { base, result, fine: before.fine, hunks: joinTouching([...above, ...placed, ...moved]) };
}
