/**
 * Positions in text. Lines and characters are counted from 0, characters are UTF-16 code units, and ends are
 * exclusive.
 */

export interface Position {
  line: number;
  character: number;
}

export interface TextRange {
  start: Position;
  end: Position;
}

/** Returns true if `a` is before or equal to `b`. */
export function isBeforeOrSame(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.character <= b.character);
}
