/** The lines of the result that the user typed, for display only. */
import { type HunkState, sameLines } from "@tandem-ide/base/review";
import { splitHunks } from "@tandem-ide/base/text";
import type { Lines } from "./lines.js";

/** Cached, because they are needed on every scroll and most hunks don't change. */
const cache = new WeakMap<HunkState, readonly Lines[]>();

/** More lines aren't compared on every key press. */
const maxLines = 2_000;

function findOwnLines(proposed: readonly string[], lines: readonly string[]): readonly Lines[] {
  const shortest = Math.min(proposed.length, lines.length);
  let head = 0;
  while (head < shortest && proposed[head] === lines[head]) head++;
  let tail = 0;
  while (tail < shortest - head && proposed.at(-1 - tail) === lines.at(-1 - tail)) tail++;
  const before = proposed.slice(head, proposed.length - tail);
  const after = lines.slice(head, lines.length - tail);
  if (after.length === 0) return [];
  if (before.length === 0 || before.length + after.length > maxLines)
    return [{ start: head, end: lines.length - tail }];
  return splitHunks(before.join("\n"), after.join("\n")).map(({ newStart, newEnd }) => ({
    start: head + newStart,
    end: head + newEnd,
  }));
}

/** Returns the lines of a hunk that are the user's, from the hunk's first line in the result. */
export function ownLinesOf(hunk: HunkState): readonly Lines[] {
  const { proposed, lines } = hunk;
  if (lines.length === 0 || proposed === lines) return [];
  let own = cache.get(hunk);
  if (!own) {
    own = proposed
      ? sameLines(proposed, lines)
        ? []
        : findOwnLines(proposed, lines)
      : [{ start: 0, end: lines.length }];
    cache.set(hunk, own);
  }
  return own;
}
