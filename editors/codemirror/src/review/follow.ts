/** How a review follows what is done in an editor of its result. A page and its host do it alike, so they come to the same. */
import type { ChangeDesc, Text } from "@codemirror/state";
import {
  decideHunk,
  editLines,
  editResult,
  type HunkDecision,
  type HunkState,
  type PackedHunk,
  type ResultEdit,
  type ReviewHunk,
  type ReviewState,
  unpackReview,
} from "@tandem/base/review";

/** A decision. The hunk is named by its lines of the base, which stay what they are whatever is typed. */
export interface Decided {
  /** Which one it was then: two may have the same lines, where the user types beside a new line that was rejected. */
  readonly index: number;
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly decision: HunkDecision;
}

/** Index of the hunk that has these lines of the base, -1 when there is none any more. */
export function findHunk(
  hunks: readonly Pick<ReviewHunk, "oldStart" | "oldEnd">[],
  { index, oldStart, oldEnd }: Omit<Decided, "decision">,
): number {
  const isExact = (hunk = hunks[index]) => hunk?.oldStart === oldStart && hunk.oldEnd === oldEnd;
  const exact = isExact() ? index : hunks.findIndex(isExact);
  // What was typed beside it may have become part of it.
  return exact >= 0 ? exact : hunks.findIndex((hunk) => hunk.oldStart <= oldStart && hunk.oldEnd >= oldEnd);
}

/** What is done in one step: text that has changed, or decisions with what they change in the text. */
export interface ReviewUpdate {
  readonly changes: ChangeDesc;
  readonly decided?: readonly Decided[] | undefined;
  /** An undo brings back a text in which the hunks were these: typing over several had made one of them. */
  readonly restored?: readonly PackedHunk[] | undefined;
}

/** Whether each hunk of before is still one. */
export function keepsHunks(before: readonly HunkState[], after: readonly HunkState[]): boolean {
  let at = 0;
  return before.every(({ oldStart, oldEnd }) => {
    while (at < after.length && (after[at]?.oldStart !== oldStart || after[at]?.oldEnd !== oldEnd)) at++;
    return at < after.length;
  });
}

/** The review after an update of the result. */
export function followUpdate(review: ReviewState, before: Text, update: ReviewUpdate, after: Text): ReviewState {
  const { changes, decided = [], restored } = update;
  const { base, proposed } = review;
  // Undefined where others have typed meanwhile.
  const known = restored && unpackReview(base, proposed, { result: after.toString(), hunks: restored });
  if (known) return known;
  if (decided.length === 0)
    return changes.empty ? review : editLines(review, lineEdits(before, after, changes), after.toString());
  const next = decided.reduce(
    (current, each) => decideHunk(current, findHunk(current.hunks, each), each.decision),
    review,
  );
  // The text has the last word, as where two windows decided at the same moment.
  return editResult(next, after.toString());
}

/** The lines of `before` that have become others. */
function lineEdits(before: Text, after: Text, changes: ChangeDesc): ResultEdit[] {
  const edits: { start: number; end: number; newStart: number; newEnd: number }[] = [];
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    const start = before.lineAt(fromA).number - 1;
    const newStart = after.lineAt(fromB).number - 1;
    const [end, newEnd] = [before.lineAt(toA).number, after.lineAt(toB).number];
    const last = edits.at(-1);
    if (last && start < last.end) Object.assign(last, { end, newEnd });
    else edits.push({ start, end, newStart, newEnd });
  });
  return edits.map((edit) => {
    let { start, end, newStart, newEnd } = edit;
    const isSame = (line: number, newLine: number) => before.line(line + 1).text === after.line(newLine + 1).text;
    while (start < end && newStart < newEnd && isSame(start, newStart)) [start, newStart] = [start + 1, newStart + 1];
    while (start < end && newStart < newEnd && isSame(end - 1, newEnd - 1)) [end, newEnd] = [end - 1, newEnd - 1];
    const text =
      newEnd > newStart ? after.sliceString(after.line(newStart + 1).from, after.line(newEnd).to) : undefined;
    return { start, end, lines: text?.split("\n") ?? [] };
  });
}
