/** Places in a text, as `selection_changed` carries them. */
import { isBeforeOrSame, type TextRange } from "@tandem/base";

export interface SelectionRange extends TextRange {
  isEmpty: boolean;
}

/** The range with its ends in order and `isEmpty` worked out. */
export function toSelectionRange(range: TextRange): SelectionRange {
  const [start, end] = isBeforeOrSame(range.start, range.end) ? [range.start, range.end] : [range.end, range.start];
  return { start, end, isEmpty: start.line === end.line && start.character === end.character };
}
