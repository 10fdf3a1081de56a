/** The range in `selection_changed`. */
import { isBeforeOrSame, type TextRange } from "@tandem-ide/base";

export interface SelectionRange extends TextRange {
  isEmpty: boolean;
}

/** Puts the ends of a range in order and sets `isEmpty`. */
export function toSelectionRange(range: TextRange): SelectionRange {
  const [start, end] = isBeforeOrSame(range.start, range.end) ? [range.start, range.end] : [range.end, range.start];
  return { start, end, isEmpty: start.line === end.line && start.character === end.character };
}
