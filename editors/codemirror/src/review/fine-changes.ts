/** What changed inside a hunk, by characters, for the eye only. */
import { presentableDiff } from "@codemirror/merge";
import type { Text } from "@codemirror/state";
import type { HunkState, ReviewHunk } from "@tandem/base/review";
import { changedPart } from "@tandem/base/text";
import type { Comparison } from "./comparison.js";
import { baseLines, type Lines, resultLines } from "./lines.js";

/** What changed inside a hunk, by characters: offsets from the start of the hunk on either side. */
export interface FineChange {
  readonly fromBase: number;
  readonly toBase: number;
  readonly fromResult: number;
  readonly toResult: number;
}

/** What was found already: it is asked at every scroll, and most hunks stay the same from one key to the next. */
const found = new WeakMap<HunkState, readonly FineChange[]>();

/** Between longer texts a comparison by characters takes too long, and shows too much to help. */
const maxLength = 10_000;
/** How much of what is the same around a change is compared with it, so that whole words can be marked. */
const surroundings = 20;

/** The text of a hunk on one side. */
export function hunkText(doc: Text, { start, end }: Lines): string {
  return end > start ? doc.sliceString(doc.line(start + 1).from, doc.line(end).to) : "";
}

/** Where half of a character stands alone the library may call itself without an end: that goes without marks. */
function diffOf(before: string, after: string): ReturnType<typeof presentableDiff> {
  if (!before.isWellFormed() || !after.isWellFormed()) return [];
  return presentableDiff(before, after, { scanLimit: 500, timeout: 50 });
}

function findFineChanges(before: string, after: string): FineChange[] {
  const part = changedPart(before, after);
  if (!part) return [];
  // One more where that would cut a character in two.
  let from = Math.max(0, part.start - surroundings);
  if (/[\ud800-\udbff]/.test(before.charAt(from - 1))) from--;
  let rest = Math.max(0, before.length - part.end - surroundings);
  if (/[\udc00-\udfff]/.test(before.charAt(before.length - rest))) rest--;
  const [middleBefore, middleAfter] = [
    before.slice(from, before.length - rest),
    after.slice(from, after.length - rest),
  ];
  if (middleBefore.length > maxLength || middleAfter.length > maxLength) return [];
  return diffOf(middleBefore, middleAfter).map((change) => ({
    fromBase: change.fromA + from,
    toBase: change.toA + from,
    fromResult: change.fromB + from,
    toResult: change.toB + from,
  }));
}

/** The changes inside a hunk; none when it only adds or removes, or when it is too large to look so closely. */
export function fineChangesOf({ base, result, review }: Comparison, hunk: ReviewHunk): readonly FineChange[] {
  const key = review.hunks[hunk.index];
  if (!key || hunk.oldStart === hunk.oldEnd || hunk.newStart === hunk.newEnd) return [];
  let changes = found.get(key);
  if (!changes) {
    changes = findFineChanges(hunkText(base, baseLines(hunk)), hunkText(result, resultLines(hunk)));
    found.set(key, changes);
  }
  return changes;
}
