/** Converts VS Code's ranges and selections for the endpoint. Does not import `vscode`. */

import type { TextRange } from "@tandem-ide/base";
import { toLineFeeds } from "@tandem-ide/base/text";
import type { EditorSelection } from "@tandem-ide/server";

/** VS Code's Range or Selection. Like the endpoint's, they are counted from 0 in UTF-16 code units. */
export interface RangeLike {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

/** Returns a range as a plain object. */
export function toRange({ start, end }: RangeLike): TextRange {
  return {
    start: { line: start.line, character: start.character },
    end: { line: end.line, character: end.character },
  };
}

/** Converts a selection. `text` can have any line endings. */
export function toSelection(
  path: string,
  text: string,
  selection: RangeLike & { readonly active: RangeLike["start"] },
): EditorSelection {
  const { line, character } = selection.active;
  return { path, text: toLineFeeds(text), range: toRange(selection), cursor: { line, character } };
}

/** Returns the first and last line of a selection, from 0. A selection that ends at the start of a line does not include it. */
export function linesOf({ start, end }: RangeLike): { readonly start: number; readonly end: number } {
  const last = end.character === 0 && end.line > start.line ? end.line - 1 : end.line;
  return { start: start.line, end: last };
}
