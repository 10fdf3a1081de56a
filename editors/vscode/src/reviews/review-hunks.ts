/** The hunks of a review as they are listed and found, and the edits that bring a document in step with it. Pure. */
import type { TextRange } from "@tandem/base";
import type { ReviewHunk, ReviewState } from "@tandem/base/review";
import { changedPart, positionAt } from "@tandem/base/text";

/** A hunk of a review, with words for a list. */
export interface ListedHunk extends ReviewHunk {
  /** How many lines come and go, or would if it were not rejected. */
  readonly added: number;
  readonly removed: number;
  /** The first line that changes, as it will be or, where lines only go, as it was. */
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

/** Where lines only went there is none of its own: the line before and the one after count for it. */
function isAt({ newStart, newEnd }: ReviewHunk, line: number): boolean {
  return newEnd > newStart ? line >= newStart && line < newEnd : line === newStart || line === newStart - 1;
}

/**
 * The undecided hunk at a line of the result, from 0. Otherwise the next one below, so that a key works from wherever the
 * cursor is, else the last.
 */
export function undecidedAt<H extends ReviewHunk>(hunks: readonly H[], line: number): H | undefined {
  const left = hunks.filter(isUndecided);
  return left.find((hunk) => isAt(hunk, line)) ?? left.find(({ newStart }) => newStart > line) ?? left.at(-1);
}

/** The decided hunk at a line of the result: what is elsewhere, the user does not mean. */
export function decidedAt<H extends ReviewHunk>(hunks: readonly H[], line: number): H | undefined {
  return hunks.find((hunk) => !isUndecided(hunk) && isAt(hunk, line));
}

/** The undecided hunk after a line of the result, or before it; around the end where there is none. */
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

/** One replacement, by lines and characters: what an offset means depends on the line ends that a document has. */
export interface Replacement {
  readonly range: TextRange;
  readonly insert: string;
}

/** The smallest replacement that makes one text of the other: the cursor and what is folded stay elsewhere. */
export function replacementFor(before: string, after: string): Replacement | undefined {
  const part = changedPart(before, after);
  if (!part) return undefined;
  const range = { start: positionAt(before, part.start), end: positionAt(before, part.end) };
  return { range, insert: after.slice(part.start, part.newEnd) };
}
