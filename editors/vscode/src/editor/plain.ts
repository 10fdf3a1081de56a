/** VS Code's positions and texts, as the endpoint has them. Pure: it knows the shape of a range, not VS Code. */

import type { TextRange } from "@tandem/base";
import { toLineFeeds } from "@tandem/base/text";
import type { EditorSelection } from "@tandem/server";

/** What a range or a selection of VS Code has. Both count as the endpoint does: from 0, in UTF-16 code units. */
export interface RangeLike {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** A range without the methods, which JSON would not have either. */
export function toRange({ start, end }: RangeLike): TextRange {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

/** A selection, and what is selected as the document has it: with whatever line ends. */
export function toSelection(
  path: string,
  text: string,
  selection: RangeLike & { readonly active: RangeLike["start"] },
): EditorSelection {
  const { line, character } = selection.active;
  return { path, text: toLineFeeds(text), range: toRange(selection), cursor: { line, character } };
}

/**
 * The lines that a selection touches, from 0 and both included. One that ends before the first character of a line does
 * not touch that line, as whoever selected whole lines will agree.
 */
export function linesOf({ start, end }: RangeLike): { readonly start: number; readonly end: number } {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line, end: last };
}
