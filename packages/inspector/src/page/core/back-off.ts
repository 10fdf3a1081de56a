/** How long to wait before the next attempt to connect: quick at first, so that a blink goes unnoticed, then calm. */

const firstMs = 250;
const longestMs = 8000;

/** The wait before attempt `attempt`, counted from 0. */
export function backOff(attempt: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(attempt, 16));
}
