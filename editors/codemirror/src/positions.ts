/** Offsets and positions in text. Lines and characters are counted from 0, and characters are UTF-16 code units. */
import type { Text } from "@codemirror/state";
import type { Position, TextRange } from "@tandem-ide/base";

/** Clamps a number. NaN counts as the lower bound. */
function clamp(value: number, low: number, high: number): number {
  return value > low ? Math.min(Math.trunc(value), high) : low;
}

/**
 * Returns the position of an offset. An offset outside the text is moved to its nearest end.
 *
 * @example
 * positionAt(exactDoc("ab\nc"), 3) // { line: 1, character: 0 }
 */
export function positionAt(doc: Text, offset: number): Position {
  const at = clamp(offset, 0, doc.length);
  const line = doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
}

/**
 * Returns the offset of a position. A line outside the text is moved to its nearest end, a character to its line's end.
 *
 * @example
 * offsetAt(exactDoc("ab\nc"), { line: 0, character: 99 }) // 2
 */
export function offsetAt(doc: Text, position: Position): number {
  if (position.line >= doc.lines) return doc.length;
  if (position.line < 0) return 0;
  const line = doc.line(clamp(position.line, 0, doc.lines - 1) + 1);
  return line.from + clamp(position.character, 0, line.length);
}

/**
 * Returns the range between two offsets, in either order.
 *
 * @example
 * rangeOf(exactDoc("ab\nc"), 0, 3) // { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }
 */
export function rangeOf(doc: Text, from: number, to: number): TextRange {
  return { start: positionAt(doc, Math.min(from, to)), end: positionAt(doc, Math.max(from, to)) };
}
