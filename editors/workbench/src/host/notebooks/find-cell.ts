/** Finds a cell again in a notebook that may have changed. Pure. */
import type { Notebook } from "@tandem-ide/workspace/notebook";

/** Identifies a cell. Cells before nbformat 4.5 have no id. */
export interface CellRef {
  readonly index: number;
  readonly id?: string | undefined;
  readonly source: string;
}

export function cellRefAt({ cells }: Notebook, index: number): CellRef {
  const cell = cells[index];
  if (!cell) throw new RangeError(`The notebook has no cell ${index}.`);
  return { index, id: cell.id, source: cell.source };
}

/**
 * Returns the cell's current index, found by its id or, without an id, by its source. If several match (hand-edited files
 * may repeat ids), the nearest one with the same source wins.
 */
export function findCell({ cells }: Notebook, { index, id, source }: CellRef): number | undefined {
  // The quick case first, because looking at a cell parses its JSON and there may be thousands.
  const cell = cells[index];
  if (cell && cell.id === id && cell.source === source) return index;
  const sameId = cells.flatMap((each, at) => (each.id === id ? at : []));
  if (id !== undefined && sameId.length <= 1) return sameId[0];
  const sameSource = sameId.filter((at) => cells[at]?.source === source);
  const candidates = id === undefined || sameSource.length > 0 ? sameSource : sameId;
  return candidates.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
}
