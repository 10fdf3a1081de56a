/** Finds the change of a notebook's text for a new source of one cell, without writing the other cells. Pure. */
import { changeBetween, exactDoc, type TextChange } from "@tandem-ide/codemirror";
import { Notebook } from "@tandem-ide/workspace/notebook";
import type { SourceRange } from "./source-ranges.js";

/**
 * Writes a notebook with only this cell, in the same style, and compares it. Returns undefined if the whole notebook is needed:
 * when its formatting changes too, or to find out how it writes non-ASCII characters.
 */
export function sourceChange(
  text: string,
  ranges: readonly SourceRange[],
  index: number,
  source: string,
): TextChange | undefined {
  const first = ranges[0]?.cell;
  const last = ranges.at(-1)?.cell;
  const cell = ranges[index]?.cell;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches ASCII.
  if (!first || !last || !cell || /[^\x00-\x7f]/.test(source)) return undefined;
  const alone = text.slice(0, first.from) + text.slice(cell.from, cell.to) + text.slice(last.to);
  const changed = Notebook.parse(alone).setSource(0, source).toText();
  const change = changeBetween(exactDoc(alone), exactDoc(changed));
  const isInCell = change && change.from >= first.from && change.to <= first.from + cell.to - cell.from;
  if (!isInCell) return undefined;
  const moved = cell.from - first.from;
  return { from: change.from + moved, to: change.to + moved, insert: change.insert };
}
