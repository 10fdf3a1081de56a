/** The words on the button that accepts, and what they stand for. */

/**
 * Every change was refused: what is left is no proposal any more. A new file without a line has no change to refuse.
 *
 * @example
 * isAllRefused(3, 0) // true
 */
export function isAllRefused(total: number, kept: number | undefined): boolean {
  return total > 0 && kept === 0;
}

/**
 * The words on the button: once something was refused they say how much is left.
 *
 * @example
 * acceptLabel(3, 2) // "Accept 2 of 3 changes"
 */
export function acceptLabel(total: number, kept: number | undefined): string {
  if (kept === undefined || kept >= total) return "Accept";
  if (isAllRefused(total, kept)) return "Done: nothing accepted";
  return `Accept ${kept} of ${total} changes`;
}
