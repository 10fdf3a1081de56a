/** Which rows of a long list are on the screen. Rows are equally high, so this is arithmetic. */

/** A stretch of rows. */
export interface RowWindow {
  readonly first: number;
  /** Behind the last one. */
  readonly end: number;
}

/** The rows in view, and a few around them so that scrolling shows no gaps. */
export function visibleRows(
  scrollTop: number,
  height: number,
  rowHeight: number,
  count: number,
  around = 8,
): RowWindow {
  const first = Math.max(0, Math.floor(scrollTop / rowHeight) - around);
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + around);
  return { first: Math.min(first, Math.max(end - 1, 0)), end };
}

/** How far to scroll so that a row is in view: as little as possible. */
export function scrollToRow(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  if (top + rowHeight > scrollTop + height) return Math.max(0, top + rowHeight - height);
  return scrollTop;
}
