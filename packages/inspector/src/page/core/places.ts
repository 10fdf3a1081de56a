/** Places in lists of rows, which are sorted by number. Pure. */
import type { PageRow } from "./reader.js";

/** The place of the first row with at least that number; behind the last one when there is none. */
export function placeFrom(rows: readonly PageRow[], number: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The place of a row; -1 when it is not there. */
export function placeOf(rows: readonly PageRow[], number: number): number {
  const place = placeFrom(rows, number);
  return rows[place]?.number === number ? place : -1;
}
