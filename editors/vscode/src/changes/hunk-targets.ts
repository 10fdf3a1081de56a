/** Finds the hunks that the user means: at the cursor, in the selection, or in VS Code's own list of changes. */
import { type Hunk, splitHunks } from "@tandem-ide/base/text";
import type { OpenChange } from "@tandem-ide/changes";

/** Lines from 0, the end is exclusive. Empty means between two lines. */
interface Lines {
  readonly start: number;
  readonly end: number;
}

/**
 * A change in VS Code's peek view: lines from 1, the end is inclusive. An end of 0 means an empty range after the
 * start.
 */
export interface LineChange {
  readonly originalStartLineNumber: number;
  readonly originalEndLineNumber: number;
}

function oldLines({ oldStart, oldEnd }: Hunk): Lines {
  return { start: oldStart, end: oldEnd };
}

function newLines({ newStart, newEnd }: Hunk): Lines {
  return { start: newStart, end: newEnd };
}

function isEmpty({ start, end }: Lines): boolean {
  return start === end;
}

/** An empty range includes the lines next to it. */
function touches(a: Lines, b: Lines): boolean {
  return isEmpty(a) || isEmpty(b) ? a.start <= b.end && b.start <= a.end : a.start < b.end && b.start < a.end;
}

/**
 * Returns where else the lines could be: an inserted line that equals its neighbour may be either of them, and VS Code
 * does not always choose the same one.
 */
function slide({ start, end }: Lines, lines: readonly string[]): Lines {
  let [first, last] = [start, end];
  while (first > 0 && lines[first - 1] === lines[first - 1 + end - start]) first--;
  while (last < lines.length && lines[last] === lines[last - (end - start)]) last++;
  return { start: first, end: last };
}

/** Returns the lines of a hunk in the old text, with the other places where they could be. */
function slideOld(hunk: Hunk, before: readonly string[], after: readonly string[]): Lines {
  const old = oldLines(hunk);
  if (!isEmpty(old)) return hunk.newStart === hunk.newEnd ? slide(old, before) : old;
  const slid = slide(newLines(hunk), after);
  return { start: old.start - (hunk.newStart - slid.start), end: old.end + (slid.end - hunk.newEnd) };
}

type Texts = Pick<OpenChange, "before" | "after" | "hunks">;

/** Returns the indexes of the hunks that changed these lines of the old text. */
function hunksInOld({ before, after, hunks }: Texts, lines: Lines): number[] {
  const find = (linesOf: (hunk: Hunk) => Lines) =>
    hunks.flatMap((hunk, index) => (touches(linesOf(hunk), lines) ? [index] : []));
  const exact = find(oldLines);
  if (exact.length > 0) return exact;
  const [old, current] = [before.split("\n"), after.split("\n")];
  return find((hunk) => slideOld(hunk, old, current));
}

/** Returns the indexes of the hunks in a change of VS Code's peek view. */
export function hunksInChange(change: Texts, { originalStartLineNumber, originalEndLineNumber }: LineChange): number[] {
  const lines =
    originalEndLineNumber === 0
      ? { start: originalStartLineNumber, end: originalStartLineNumber }
      : { start: originalStartLineNumber - 1, end: originalEndLineNumber };
  return hunksInOld(change, lines);
}

/** Removed lines are at the line that follows them, or at the last line. */
function isIn(hunk: Lines, { start, end }: Lines, lineCount: number): boolean {
  const last = isEmpty(hunk) ? Math.min(hunk.start, lineCount - 1) + 1 : hunk.end;
  const first = Math.min(hunk.start, last - 1);
  return first < end && start < last;
}

/**
 * Returns the indexes of the hunks in lines that the user has selected, on one side of the diff or in the file. `text` is
 * what the editor shows, which may have unsaved changes.
 */
export function hunksInSelection(change: Texts, side: "before" | "after", text: string, selected: Lines): number[] {
  const linesOf = side === "before" ? oldLines : newLines;
  const lineCount = text.split("\n").length;
  const shown = side === "before" || text === change.after ? change.hunks : splitHunks(change.before, text);
  const found = shown.flatMap((hunk, index) => (isIn(linesOf(hunk), selected, lineCount) ? [{ hunk, index }] : []));
  if (shown === change.hunks) return found.map(({ index }) => index);
  return [...new Set(found.flatMap(({ hunk }) => hunksInOld(change, oldLines(hunk))))].sort((a, b) => a - b);
}
