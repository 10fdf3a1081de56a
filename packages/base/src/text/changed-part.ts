/**
 * Finds the part in which two texts differ. Every editor that replaces text uses this, because an offset inside a
 * surrogate pair is moved by some editors and turned into U+FFFD by others, and both lose a character.
 */

/** A string, or an object with the same reading methods. */
export interface Sliceable {
  readonly length: number;
  slice(start: number, end: number): string;
}

/** Offsets in UTF-16 units: `start` to `end` of the old text became `start` to `newEnd` of the new text. */
export interface ChangedPart {
  readonly start: number;
  readonly end: number;
  readonly newEnd: number;
}

/** Comparing blocks is much faster than comparing characters. */
const blockLength = 1 << 16;

/** Counts the characters that the texts share at the start (or at the end), up to `max`. */
function countCommon(before: Sliceable, after: Sliceable, max: number, isAtEnd: boolean): number {
  const block = (text: Sliceable, from: number, to: number) =>
    isAtEnd ? text.slice(text.length - to, text.length - from) : text.slice(from, to);
  for (let from = 0; from < max; from += blockLength) {
    const to = Math.min(from + blockLength, max);
    const [a, b] = [block(before, from, to), block(after, from, to)];
    if (a === b) continue;
    const at = (text: string, index: number) => text.charCodeAt(isAtEnd ? text.length - 1 - index : index);
    let same = 0;
    while (at(a, same) === at(b, same)) same++;
    return from + same;
  }
  return max;
}

function splitsPair(text: Sliceable, offset: number): boolean {
  return offset > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(offset - 1, offset + 1));
}

/**
 * Returns the smallest part to replace to turn one text into the other, or undefined if they are equal. None of its
 * offsets is inside a surrogate pair.
 *
 * @example
 * const part = changedPart("a😀b", "a😁b"); // { start: 1, end: 3, newEnd: 3 }
 */
export function changedPart(before: Sliceable, after: Sliceable): ChangedPart | undefined {
  const shorter = Math.min(before.length, after.length);
  let start = countCommon(before, after, shorter, false);
  if (start === before.length && start === after.length) return undefined;
  if (splitsPair(before, start) || splitsPair(after, start)) start--;
  let tail = countCommon(before, after, shorter - start, true);
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail--;
  return { start, end: before.length - tail, newEnd: after.length - tail };
}
