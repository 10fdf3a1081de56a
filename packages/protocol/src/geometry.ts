/**
 * Places in a text. Lines and characters count from 0, characters are UTF-16 code units, ends are exclusive.
 */

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

/** A range as `selection_changed` carries it. */
export interface SelectionRange extends Range {
  isEmpty: boolean;
}

/** True when `a` comes before `b` or is the same place. */
export function isBeforeOrSame(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}

/** The range with its ends in order and `isEmpty` worked out. */
export function toSelectionRange(range: Range): SelectionRange {
  const [start, end] = isBeforeOrSame(range.start, range.end) ? [range.start, range.end] : [range.end, range.start];
  return { start, end, isEmpty: start.line === end.line && start.character === end.character };
}
