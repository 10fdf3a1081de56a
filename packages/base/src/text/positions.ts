import type { Position } from "../geometry.js";

/**
 * Converts an offset in an LF text to a position. Both are counted from 0 in UTF-16 units.
 *
 * @example
 * positionAt("one\ntwo", 5) // { line: 1, character: 1 }
 */
export function positionAt(text: string, offset: number): Position {
  let line = 0;
  let lineStart = 0;
  for (let next = text.indexOf("\n"); next !== -1 && next < offset; next = text.indexOf("\n", next + 1)) {
    line++;
    lineStart = next + 1;
  }
  return { line, character: offset - lineStart };
}
