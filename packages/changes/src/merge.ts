/** Merges two changes of one text line by line. */
import type { Hunk } from "@tandem-ide/base/text";
import { hunksOf, type Lines, withHunks } from "./lines.js";

/** Whose lines win where both changed the same ones. */
export type Winner = "ours" | "theirs";

export interface Merged {
  readonly lines: Lines;
  /** True if both changed the same lines differently. */
  readonly hasConflict: boolean;
}

/** Hunks of both sides that overlap, and the lines of the base that they cover. */
interface Region {
  readonly start: number;
  readonly end: number;
  readonly ours: readonly Hunk[];
  readonly theirs: readonly Hunk[];
}

/** True if a hunk and a part of the base share a line, or both insert at the same position. */
function overlaps({ oldStart, oldEnd }: Hunk, start: number, end: number): boolean {
  if (oldStart === oldEnd && start === end) return oldStart === start;
  return oldStart < end && start < oldEnd;
}

function regionsOf(ours: readonly Hunk[], theirs: readonly Hunk[]): Region[] {
  const regions: Region[] = [];
  const all = [
    ...ours.map((hunk) => ({ hunk, side: "ours" as const })),
    ...theirs.map((hunk) => ({ hunk, side: "theirs" as const })),
  ].sort((a, b) => a.hunk.oldStart - b.hunk.oldStart || a.hunk.oldEnd - b.hunk.oldEnd);
  for (const { hunk, side } of all) {
    const last = regions.at(-1);
    const joins = last !== undefined && overlaps(hunk, last.start, last.end);
    const region = joins ? last : { start: hunk.oldStart, end: hunk.oldEnd, ours: [], theirs: [] };
    if (joins) regions.pop();
    regions.push({ ...region, end: Math.max(region.end, hunk.oldEnd), [side]: [...region[side], hunk] });
  }
  return regions;
}

/** The lines that a side has for a part of the base. */
function linesFor(base: Lines, side: Lines, hunks: readonly Hunk[], { start, end }: Region): Lines {
  const moved = hunks.map((hunk) => ({ ...hunk, oldStart: hunk.oldStart - start, oldEnd: hunk.oldEnd - start }));
  return withHunks(base.slice(start, end), side, moved);
}

function isSame(one: Lines, other: Lines): boolean {
  return one.length === other.length && one.every((line, index) => line === other[index]);
}

/**
 * Applies the change from `base` to `theirs` to `ours`.
 *
 * @example
 * merge3(["a", "b"], ["A", "b"], ["a", "B"], "ours").lines // ["A", "B"]
 */
export function merge3(base: Lines, ours: Lines, theirs: Lines, winner: Winner): Merged {
  const parts: Lines[] = [];
  let at = 0;
  let hasConflict = false;
  for (const region of regionsOf(hunksOf(base, ours), hunksOf(base, theirs))) {
    const own = linesFor(base, ours, region.ours, region);
    const other = linesFor(base, theirs, region.theirs, region);
    const isConflict = region.ours.length > 0 && region.theirs.length > 0 && !isSame(own, other);
    hasConflict ||= isConflict;
    const takesOurs = isConflict ? winner === "ours" : region.theirs.length === 0;
    parts.push(base.slice(at, region.start), takesOurs ? own : other);
    at = region.end;
  }
  return { lines: [...parts, base.slice(at)].flat(), hasConflict };
}
