/** Lists and finds hunks of a review, and computes the edits to update its document. */
import type { TextRange } from "@tandem-ide/base";
import type { ReviewHunk, ReviewState } from "@tandem-ide/base/review";
import { changedPart, positionAt } from "@tandem-ide/base/text";

/** A hunk of a review, with its description for the list. */
export interface ListedHunk extends ReviewHunk {
  /** The number of added and removed lines, even if the hunk is rejected. */
  readonly added: number;
  readonly removed: number;
  /** The first added line, or the first removed one if there is none. */
  readonly preview: string;
}

export function listHunks(
  hunks: readonly ReviewHunk[],
  { baseLines }: Pick<ReviewState, "baseLines">,
): readonly ListedHunk[] {
  return hunks.map((hunk) => {
    const { oldStart, oldEnd, lines } = hunk;
    const changed = lines.length > 0 ? lines : baseLines.slice(oldStart, oldEnd);
    const preview = (changed.find((line) => line.trim() !== "") ?? "").trim().replace(/\s+/g, " ");
    return { ...hunk, added: lines.length, removed: oldEnd - oldStart, preview };
  });
}

export function isUndecided({ decision }: ReviewHunk): boolean {
  return decision === "undecided";
}

/** A hunk that only removes lines is at the lines before and after it. */
function isAt({ newStart, newEnd }: ReviewHunk, line: number): boolean {
  return newEnd > newStart ? line >= newStart && line < newEnd : line === newStart || line === newStart - 1;
}

/** Returns the undecided hunk at a line of the result, from 0. Otherwise the next one below, or the last one. */
export function undecidedAt<H extends ReviewHunk>(hunks: readonly H[], line: number): H | undefined {
  const left = hunks.filter(isUndecided);
  return left.find((hunk) => isAt(hunk, line)) ?? left.find(({ newStart }) => newStart > line) ?? left.at(-1);
}

/** Returns the decided hunk at a line of the result. */
export function decidedAt<H extends ReviewHunk>(hunks: readonly H[], line: number): H | undefined {
  return hunks.find((hunk) => !isUndecided(hunk) && isAt(hunk, line));
}

/** Returns the next or previous undecided hunk, and wraps around. */
export function undecidedFrom<H extends ReviewHunk>(
  hunks: readonly H[],
  line: number,
  direction: "next" | "previous",
): H | undefined {
  const left = hunks.filter(isUndecided);
  return direction === "next"
    ? (left.find(({ newStart }) => newStart > line) ?? left[0])
    : (left.findLast(({ newStart }) => newStart < line) ?? left.at(-1));
}

/** A replacement by line and character, because offsets depend on the line endings of the document. */
export interface Replacement {
  readonly range: TextRange;
  readonly insert: string;
}

/** Returns the smallest replacement between two texts, so that the cursor and folds elsewhere are not affected. */
export function replacementFor(before: string, after: string): Replacement | undefined {
  const part = changedPart(before, after);
  if (!part) return undefined;
  const range = { start: positionAt(before, part.start), end: positionAt(before, part.end) };
  return { range, insert: after.slice(part.start, part.newEnd) };
}
