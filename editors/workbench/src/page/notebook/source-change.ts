/** The change of a notebook's text for another source of one cell, found without writing the other cells. Pure. */
import { changeBetween, exactDoc, type TextChange } from "@tandem/codemirror";
import { Notebook } from "@tandem/workspace/notebook";
import type { SourcePlace } from "./source-places.js";

/**
 * Writes a notebook of this one cell, in the same style, and compares that. Undefined where the whole would have to be
 * looked at: because its form is changed too, or to know how its other characters are written.
 */
export function sourceChange(
  text: string,
  places: readonly SourcePlace[],
  index: number,
  source: string,
): TextChange | undefined {
  const first = places[0]?.cell;
  const last = places.at(-1)?.cell;
  const cell = places[index]?.cell;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is meant.
  if (!first || !last || !cell || /[^\x00-\x7f]/.test(source)) return undefined;
  const alone = text.slice(0, first.from) + text.slice(cell.from, cell.to) + text.slice(last.to);
  const changed = Notebook.parse(alone).setSource(0, source).toText();
  const change = changeBetween(exactDoc(alone), exactDoc(changed));
  const isInCell = change && change.from >= first.from && change.to <= first.from + cell.to - cell.from;
  if (!isInCell) return undefined;
  const moved = cell.from - first.from;
  return { from: change.from + moved, to: change.to + moved, insert: change.insert };
}
