/** Offsets and places in a text. Lines and characters count from 0, characters are UTF-16 code units. */
import type { Text } from "@codemirror/state";
import type { Position, TextRange } from "@tandem/base";

/** The number within the bounds; what is not a number counts as the lower one. */
function clamp(value: number, low: number, high: number): number {
  return value > low ? Math.min(Math.trunc(value), high) : low;
}

/**
 * The place of an offset. An offset outside of the text means its nearest end.
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
 * The offset of a place. A line outside of the text means its nearest end, a character past its line the line's end.
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
 * The range between two offsets, which may come in either order.
 *
 * @example
 * rangeOf(exactDoc("ab\nc"), 0, 3) // { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } }
 */
export function rangeOf(doc: Text, from: number, to: number): TextRange {
  return { start: positionAt(doc, Math.min(from, to)), end: positionAt(doc, Math.max(from, to)) };
}
