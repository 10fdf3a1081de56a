/** Applies edits to the result to a review. Page and host share this code, so that they agree. */
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
} from "@tandem-ide/base/review";

/** A decision. The hunk is identified by its lines of the base, which typing doesn't change. */
export interface Decided {
  /** Its index at that time. Two hunks can have the same lines when the user types next to a rejected new line. */
  readonly index: number;
  readonly oldStart: number;
  readonly oldEnd: number;
  readonly decision: HunkDecision;
}

/** Returns the index of the hunk with these lines of the base, or -1. */
export function findHunk(
  hunks: readonly Pick<ReviewHunk, "oldStart" | "oldEnd">[],
  { index, oldStart, oldEnd }: Omit<Decided, "decision">,
): number {
  const isExact = (hunk = hunks[index]) => hunk?.oldStart === oldStart && hunk.oldEnd === oldEnd;
  const exact = isExact() ? index : hunks.findIndex(isExact);
  // Text typed next to it may have become part of it.
  return exact >= 0 ? exact : hunks.findIndex((hunk) => hunk.oldStart <= oldStart && hunk.oldEnd >= oldEnd);
}

/** One step: edited text, or decisions and the text that they change. */
export interface ReviewUpdate {
  readonly changes: ChangeDesc;
  readonly decided?: readonly Decided[] | undefined;
  /** The hunks that an undo restores, for example after typing had merged several. */
  readonly restored?: readonly PackedHunk[] | undefined;
}

export function keepsHunks(before: readonly HunkState[], after: readonly HunkState[]): boolean {
  let at = 0;
  return before.every(({ oldStart, oldEnd }) => {
    while (at < after.length && (after[at]?.oldStart !== oldStart || after[at]?.oldEnd !== oldEnd)) at++;
    return at < after.length;
  });
}

export function followUpdate(review: ReviewState, before: Text, update: ReviewUpdate, after: Text): ReviewState {
  const { changes, decided = [], restored } = update;
  const { base, proposed } = review;
  // Undefined if others have typed in the meantime.
  const known = restored && unpackReview(base, proposed, { result: after.toString(), hunks: restored });
  if (known) return known;
  if (decided.length === 0)
    return changes.empty ? review : editLines(review, lineEdits(before, after, changes), after.toString());
  const next = decided.reduce(
    (current, each) => decideHunk(current, findHunk(current.hunks, each), each.decision),
    review,
  );
  // The text wins, for example when two windows decide at the same time.
  return editResult(next, after.toString());
}

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
