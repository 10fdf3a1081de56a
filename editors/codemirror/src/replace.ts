import type { Text } from "@codemirror/state";
import { changedPart, type Sliceable } from "@tandem-ide/base/text";

export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: Text;
}

function sliceable(text: Text): Sliceable {
  return { length: text.length, slice: (start, end) => text.sliceString(start, end) };
}

/**
 * Returns the smallest single change that turns one text into the other, or undefined if they are equal. It never splits
 * a surrogate pair. Cursors, marks and the scroll position outside it don't move.
 *
 * @example
 * const change = changeBetween(view.state.doc, exactDoc(textOnDisk));
 * if (change) view.dispatch({ changes: change });
 */
export function changeBetween(before: Text, after: Text): TextChange | undefined {
  const part = before === after ? undefined : changedPart(sliceable(before), sliceable(after));
  return part && { from: part.start, to: part.end, insert: after.slice(part.start, part.newEnd) };
}
