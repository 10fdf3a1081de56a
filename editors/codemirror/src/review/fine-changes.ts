/** The changed characters inside a hunk, for display only. */
import { presentableDiff } from "@codemirror/merge";
import type { Text } from "@codemirror/state";
import type { HunkState, ReviewHunk } from "@tandem-ide/base/review";
import { changedPart } from "@tandem-ide/base/text";
import type { Comparison } from "./comparison.js";
import { baseLines, type Lines, resultLines } from "./lines.js";

/** A change inside a hunk. Offsets are relative to the start of the hunk. */
export interface FineChange {
  readonly fromBase: number;
  readonly toBase: number;
  readonly fromResult: number;
  readonly toResult: number;
}

/** Cached, because they are needed on every scroll and most hunks don't change. */
const cache = new WeakMap<HunkState, readonly FineChange[]>();

/** Comparing longer texts takes too long and shows too much to be useful. */
const maxLength = 10_000;
/** How many unchanged characters around a change are compared with it, so that whole words can be marked. */
const surroundings = 20;

export function hunkText(doc: Text, { start, end }: Lines): string {
  return end > start ? doc.sliceString(doc.line(start + 1).from, doc.line(end).to) : "";
}

/** With a lone surrogate the library may recurse forever, so such texts get no marks. */
function diffOf(before: string, after: string): ReturnType<typeof presentableDiff> {
  if (!before.isWellFormed() || !after.isWellFormed()) return [];
  return presentableDiff(before, after, { scanLimit: 500, timeout: 50 });
}

function findFineChanges(before: string, after: string): FineChange[] {
  const part = changedPart(before, after);
  if (!part) return [];
  // Don't split a surrogate pair.
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

/** Returns the changes inside a hunk: none if it only adds or removes lines, or is too large. */
export function fineChangesOf({ base, result, review }: Comparison, hunk: ReviewHunk): readonly FineChange[] {
  const key = review.hunks[hunk.index];
  if (!key || hunk.oldStart === hunk.oldEnd || hunk.newStart === hunk.newEnd) return [];
  let changes = cache.get(key);
  if (!changes) {
    changes = findFineChanges(hunkText(base, baseLines(hunk)), hunkText(result, resultLines(hunk)));
    cache.set(key, changes);
  }
  return changes;
}
