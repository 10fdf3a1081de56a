/** Binary search in rows, which are sorted by number. */
import type { PageRow } from "./reader.js";

/** Returns the index of the first row with at least this number, or the length. */
export function indexFrom(rows: readonly PageRow[], number: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.number ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the index of the row with this number, or -1. */
export function indexOfRow(rows: readonly PageRow[], number: number): number {
  const index = indexFrom(rows, number);
  return rows[index]?.number === number ? index : -1;
}
