import type { Text } from "@codemirror/state";

/** One change, as CodeMirror takes it. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: Text;
}

/** Texts are compared in blocks of this many characters: that is much faster than by line or by character. */
const blockLength = 1 << 16;

/** How many characters both texts have in common at their start (`isAtEnd`: at their end), at most `most`. */
function countCommon(before: Text, after: Text, most: number, isAtEnd: boolean): number {
  const block = (text: Text, from: number, to: number) =>
    isAtEnd ? text.sliceString(text.length - to, text.length - from) : text.sliceString(from, to);
  for (let from = 0; from < most; from += blockLength) {
    const to = Math.min(from + blockLength, most);
    const [a, b] = [block(before, from, to), block(after, from, to)];
    if (a === b) continue;
    const at = (text: string, index: number) => text.charCodeAt(isAtEnd ? text.length - 1 - index : index);
    let same = 0;
    while (at(a, same) === at(b, same)) same++;
    return from + same;
  }
  return most;
}

/** True when the offset is between the halves of a surrogate pair. */
function splitsPair(text: Text, offset: number): boolean {
  const around = text.sliceString(offset - 1, offset + 1);
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(around);
}

/**
 * The smallest single change that turns one text into the other, undefined when they are equal. It never splits a
 * surrogate pair. Cursors, marks and the scroll position outside of it stay where they are.
 *
 * @example
 * const change = changeBetween(view.state.doc, exactDoc(textOnDisk));
 * if (change) view.dispatch({ changes: change });
 */
export function changeBetween(before: Text, after: Text): TextChange | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let from = countCommon(before, after, shorter, false);
  if (from === before.length && from === after.length) return undefined;
  if (splitsPair(before, from) || splitsPair(after, from)) from--;
  let tail = countCommon(before, after, shorter - from, true);
  if (splitsPair(before, before.length - tail) || splitsPair(after, after.length - tail)) tail--;
  return { from, to: before.length - tail, insert: after.slice(from, after.length - tail) };
}
