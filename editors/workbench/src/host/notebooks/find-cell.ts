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

/** Its index now: by its id, or without ids by its source, the nearest one where several are alike. */
export function findCell({ cells }: Notebook, { index, id, source }: CellPlace): number | undefined {
  if (id !== undefined) {
    const found = cells.findIndex((cell) => cell.id === id);
    return found < 0 ? undefined : found;
  }
  const alike = cells.flatMap((cell, at) => (cell.id === undefined && cell.source === source ? at : []));
  return alike.sort((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
}
