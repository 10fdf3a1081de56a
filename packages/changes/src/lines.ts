/**
 * Texts as lists of lines. A text is a latin1 string with one character for each byte, and a line includes its line ending, so
 * joining the lines gives exactly the same bytes. The lines are those that editors show. Only the last line has no line ending,
 * and it is empty if the text ends with one, so joining parts of several texts never needs one either.
 */
import { type Hunk, hunksBetween } from "@tandem-ide/base/text";

/** Past this many changed lines a finer split takes seconds, so the middle becomes one hunk. */
const maxEdits = 2_000;
/** Like git, a NUL in the first bytes makes a file binary. */
const sniffedBytes = 8_000;

export type Lines = readonly string[];

export function toLines(text: string): Lines {
  const lines: string[] = [];
  let start = 0;
  for (const found of text.matchAll(/\r\n|\n|\r/g)) {
    const end = found.index + found[0].length;
    lines.push(text.slice(start, end));
    start = end;
  }
  lines.push(text.slice(start));
  return lines;
}

export function isBinary(text: string): boolean {
  const nul = text.indexOf("\0");
  return nul >= 0 && nul < sniffedBytes;
}

export function hunksOf(before: Lines, after: Lines): Hunk[] {
  return hunksBetween(before, after, maxEdits);
}

/** Returns `after` with the hunks' lines from `before`. The hunks are some of those between the two, in order. */
export function withoutHunks(before: Lines, after: Lines, hunks: readonly Hunk[]): Lines {
  const parts: Lines[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    parts.push(after.slice(at, newStart), before.slice(oldStart, oldEnd));
    at = newEnd;
  }
  return [...parts, after.slice(at)].flat();
}

/** Returns `before` with the hunks' lines from `after`. */
export function withHunks(before: Lines, after: Lines, hunks: readonly Hunk[]): Lines {
  const parts: Lines[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of hunks) {
    parts.push(before.slice(at, oldStart), after.slice(newStart, newEnd));
    at = oldEnd;
  }
  return [...parts, before.slice(at)].flat();
}
