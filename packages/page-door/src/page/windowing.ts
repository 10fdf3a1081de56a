/** Which rows of a long list are on the screen. Rows are equally high, so this is arithmetic. Pure. */

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
  const end = Math.min(count, Math.ceil((scrollTop + height) / rowHeight) + around);
  const first = Math.max(0, Math.min(Math.floor(scrollTop / rowHeight) - around, end - 1));
  return { first, end };
}

/** How far to scroll so that a row is in view: as little as possible. */
export function scrollToRow(row: number, scrollTop: number, height: number, rowHeight: number): number {
  const top = row * rowHeight;
  if (top < scrollTop) return top;
  return Math.max(scrollTop, top + rowHeight - height);
}

/** True when the end is in view, give or take what a browser rounds. */
export function isAtEnd(scrollTop: number, height: number, rowHeight: number, count: number): boolean {
  return scrollTop + height >= count * rowHeight - rowHeight / 2;
}
