/** Finds a cell again in a notebook that others change meanwhile. Pure. */
import type { Notebook } from "@tandem/workspace/notebook";

/** How a cell is told from others. Files before nbformat 4.5 have no ids. */
export interface CellPlace {
  readonly index: number;
  readonly id?: string | undefined;
  readonly source: string;
}

/** Where the cell at `index` is, for finding it later. */
export function placeOf({ cells }: Notebook, index: number): CellPlace {
  const cell = cells[index];
  if (!cell) throw new RangeError(`The notebook has no cell ${index}.`);
  return { index, id: cell.id, source: cell.source };
}

/**
 * Its index now: by its id, or without ids by its source. Where several are alike, as in files that were put together by
 * hand even ids are, it is the one with the same source, the nearest of those.
 */
export function findCell({ cells }: Notebook, { index, id, source }: CellPlace): number | undefined {
  // Looking at a cell means reading its JSON: of thousands that are all where they were, each is looked at once.
  const here = cells[index];
  if (here && here.id === id && here.source === source) return index;
  const named = cells.flatMap((cell, at) => (cell.id === id ? at : []));
  if (id !== undefined && named.length <= 1) return named[0];
  const alike = named.filter((at) => cells[at]?.source === source);
  const candidates = id === undefined || alike.length > 0 ? alike : named;
  return candidates.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
}
