/** A change on disk as a comparison, so that it is drawn like a review. */
import type { ReviewHunk } from "@tandem-ide/base/review";
import { splitHunks } from "@tandem-ide/base/text";
import { exactDoc } from "../exact-text.js";
import type { Comparison } from "../review/comparison.js";
import { hunkText } from "../review/fine-changes.js";
import { baseLines, resultLines } from "../review/lines.js";
import type { ShownChange, ShownHunk } from "./types.js";

/** The change's hunks, which may differ in bytes that the texts don't show. */
export function comparisonOfChange({ before, after, hunks }: ShownChange): Comparison {
  const lines = after.split("\n");
  const shown = hunks.map(({ oldStart, oldEnd, newStart, newEnd, isCoarse }, index): ReviewHunk => {
    const own = lines.slice(newStart, newEnd);
    return { index, decision: "undecided", oldStart, oldEnd, newStart, newEnd, lines: own, isCoarse };
  });
  const states = shown.map(({ oldStart, oldEnd, lines: own }) => ({
    ...{ oldStart, oldEnd, lines: own, proposed: own, wanted: own },
    isAccepted: false,
  }));
  const [base, result] = [exactDoc(before), exactDoc(after)];
  const review = { base: before, proposed: after, result: after, baseLines: before.split("\n"), hunks: states };
  return { base, result, review, hunks: shown };
}

/** Equal lines aren't looked for in longer hunks. */
const maxNotedLines = 2_000;

/** Returns what the user should know before deciding on a hunk, if anything. */
export function hunkNote({ base, result }: Comparison, hunk: ShownHunk): string | undefined {
  if (hunk.hasUserEdits) return "You edited these lines too";
  const [before, after] = [hunkText(base, baseLines(hunk)), hunkText(result, resultLines(hunk))];
  const [oldCount, newCount] = [hunk.oldEnd - hunk.oldStart, hunk.newEnd - hunk.newStart];
  if (oldCount === 0 || newCount === 0 || oldCount + newCount > maxNotedLines) return undefined;
  if (before === after) return "Only line endings or other invisible characters changed";
  // The hunk compares bytes. Lines that look the same can have different bytes.
  const changed = splitHunks(before, after).reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0);
  return changed < oldCount
    ? "Some of these lines differ only in line endings or other invisible characters"
    : undefined;
}
