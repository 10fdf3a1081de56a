import type { Text } from "@codemirror/state";
import { changedPart, type Sliceable } from "@tandem/base/text";

/** One change, as CodeMirror takes it. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: Text;
}

function sliceable(text: Text): Sliceable {
  return { length: text.length, slice: (start, end) => text.sliceString(start, end) };
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
  const part = before === after ? undefined : changedPart(sliceable(before), sliceable(after));
  return part && { from: part.start, to: part.end, insert: after.slice(part.start, part.newEnd) };
}
