/** Virtual scrolling for a long list of rows of equal height. */

export interface RowWindow {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Returns the rows in view, plus `around` rows above and below so that scrolling shows no gaps. */
export function visibleRows(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  around = 8,
): RowWindow {
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + around);
  const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight) - around, end - 1));
  return { first, end };
}

/** Returns the scroll position nearest to the current one that shows the whole row. */
export function scrollToRow(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}

/** Returns true if the end is in view, allowing for the browser's rounding. */
export function isAtEnd(scrollTop: number, height: number, rowHeight: number, count: number): boolean {
  return scrollTop + height >= count * rowHeight - rowHeight / 2;
}
