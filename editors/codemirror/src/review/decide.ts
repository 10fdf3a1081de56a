/** What a decision about a hunk changes. Pure, and exact to the byte: at the end of a text, too, and without a final newline. */
import { Text } from "@codemirror/state";
import type { Hunk } from "@tandem/base/text";
import type { TextChange } from "../replace.js";

/** Lines `start` to `end` (exclusive), from 0. */
export interface Lines {
  readonly start: number;
  readonly end: number;
}

const lineBreak = Text.of(["", ""]);

/** Lines without the line break after the last one. */
function textOf(doc: Text, { start, end }: Lines): Text {
  return doc.slice(doc.line(start + 1).from, doc.line(end).to);
}

/** The change that puts lines of another text in the place of lines of this one. At least one line remains. */
export function replaceLines(doc: Text, lines: Lines, other: Text, by: Lines): TextChange {
  const { start, end } = lines;
  const insert = by.end > by.start ? textOf(other, by) : undefined;
  if (insert && end > start) return { from: doc.line(start + 1).from, to: doc.line(end).to, insert };
  // Whole lines come or go, and one line break with them: the one after, or at the end of the text the one before.
  if (end < doc.lines) {
    const from = doc.line(start + 1).from;
    return { from, to: doc.line(end + 1).from, insert: insert ? insert.append(lineBreak) : Text.empty };
  }
  const from = start > 0 ? doc.line(start).to : 0;
  return { from, to: doc.length, insert: insert ? lineBreak.append(insert) : Text.empty };
}

/** The lines of a hunk in the text that the result is compared with. */
export function baseLines(hunk: Hunk): Lines {
  return { start: hunk.oldStart, end: hunk.oldEnd };
}

/** The lines of a hunk in the text that will be answered. */
export function resultLines(hunk: Hunk): Lines {
  return { start: hunk.newStart, end: hunk.newEnd };
}

/** Accepting takes the result's lines into the base: then they differ no more. */
export function acceptChange(base: Text, result: Text, hunk: Hunk): TextChange {
  return replaceLines(base, baseLines(hunk), result, resultLines(hunk));
}

/** Rejecting puts the base's lines back into the result. */
export function rejectChange(base: Text, result: Text, hunk: Hunk): TextChange {
  return replaceLines(result, resultLines(hunk), base, baseLines(hunk));
}

/**
 * The hunks that are left after one was decided. Comparing anew could cut the rest differently, and what the user has
 * before him must not change under his hand.
 */
export function withoutHunk(hunks: readonly Hunk[], index: number, isAccepted: boolean): Hunk[] {
  const decided = hunks[index];
  if (!decided) return [...hunks];
  const grown = decided.newEnd - decided.newStart - (decided.oldEnd - decided.oldStart);
  const [oldShift, newShift] = isAccepted ? [grown, 0] : [0, -grown];
  const later = hunks.slice(index + 1).map((hunk) => ({
    oldStart: hunk.oldStart + oldShift,
    oldEnd: hunk.oldEnd + oldShift,
    newStart: hunk.newStart + newShift,
    newEnd: hunk.newEnd + newShift,
  }));
  return [...hunks.slice(0, index), ...later];
}
