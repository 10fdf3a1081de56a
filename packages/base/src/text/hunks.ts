/**
 * Hunks: the changes between two texts, each of which can be taken or left. Pure, runs in a page; every editor uses it,
 * so that all agree on what a hunk is and on the bytes that come out.
 */
import { type Hunk, hunksOfLines } from "./line-edits.js";

/** Past this many changed lines a finer split costs seconds and helps nobody: the middle is one hunk. */
const maxEdits = 2_000;

/**
 * The hunks between two LF texts, in order.
 *
 * @example
 * splitHunks("a\nb\nc", "a\nB\nc") // [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2 }]
 */
export function splitHunks(oldText: string, newText: string): Hunk[] {
  return hunksBetween(oldText.split("\n"), newText.split("\n"), maxEdits);
}

/** The same between two lists of lines; where more lines than `most` go and come, the middle is one hunk. */
export function hunksBetween(before: readonly string[], after: readonly string[], most: number): Hunk[] {
  // Cutting off what is the same at both ends keeps the common case, one small change in a big file, linear.
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
  const hunks = hunksOfLines(before.slice(head, oldEnd), after.slice(head, newEnd), most);
  return (
    hunks?.map((hunk) => ({
      oldStart: hunk.oldStart + head,
      oldEnd: hunk.oldEnd + head,
      newStart: hunk.newStart + head,
      newEnd: hunk.newEnd + head,
    })) ?? [{ oldStart: head, oldEnd, newStart: head, newEnd }]
  );
}

/**
 * The text in which only the accepted hunks happened: all of them give the new text, none the old one, to the byte.
 *
 * @example
 * const hunks = splitHunks(oldText, newText);
 * const firstOnly = applyHunks(oldText, newText, hunks, (_hunk, index) => index === 0);
 */
export function applyHunks(
  oldText: string,
  newText: string,
  hunks: readonly Hunk[],
  isAccepted: (hunk: Hunk, index: number) => boolean,
): string {
  const before = oldText.split("\n");
  const after = newText.split("\n");
  const out: string[] = [];
  let line = 0;
  for (const [index, hunk] of hunks.entries()) {
    for (; line < hunk.oldStart; line++) out.push(before[line] ?? "");
    const [source, start, end] = isAccepted(hunk, index)
      ? [after, hunk.newStart, hunk.newEnd]
      : [before, hunk.oldStart, hunk.oldEnd];
    for (let i = start; i < end; i++) out.push(source[i] ?? "");
    line = hunk.oldEnd;
  }
  for (; line < before.length; line++) out.push(before[line] ?? "");
  return out.join("\n");
}
