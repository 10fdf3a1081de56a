/** Splits the difference between two texts into hunks. Every editor uses it, so all of them show the same hunks. */
import { type Hunk, LineEdits, numberLines } from "./line-edits.js";
import { hunksByRegion } from "./region-hunks.js";

/** Beyond this many changed lines, finding the fewest takes seconds, so regions are compared on their own. */
const maxEdits = 2_000;

/**
 * Returns the hunks between two LF texts, in order.
 *
 * @example
 * splitHunks("a\nb\nc", "a\nB\nc") // [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]
 */
export function splitHunks(oldText: string, newText: string): Hunk[] {
  return hunksBetween(oldText.split("\n"), newText.split("\n"), maxEdits);
}

/** Like {@link splitHunks}, for lists of lines. If more than `maxChangedLines` changed, there may be more hunks than needed. */
export function hunksBetween(before: readonly string[], after: readonly string[], maxChangedLines: number): Hunk[] {
  // Skipping equal lines at both ends keeps the common case, one small change in a big file, linear.
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail++;
  const oldEnd = before.length - tail;
  const newEnd = after.length - tail;
  if (head === oldEnd && head === newEnd) return [];
  const [old = new Int32Array(), young = new Int32Array()] = numberLines([
    before.slice(head, oldEnd),
    after.slice(head, newEnd),
  ]);
  const edits = new LineEdits(old, young);
  const hunks = edits.find(maxChangedLines) ? edits.hunks() : hunksByRegion(old, young);
  return hunks.map(({ oldStart, oldEnd, newStart, newEnd, isCoarse }) => ({
    oldStart: oldStart + head,
    oldEnd: oldEnd + head,
    newStart: newStart + head,
    newEnd: newEnd + head,
    ...(isCoarse && { isCoarse }),
  }));
}
