/** How long to wait before the next attempt to connect: quick at first, so that a blink goes unnoticed, then calm. */

const firstMilliseconds = 250;
const longestMilliseconds = 8_000;

/** The wait before attempt `attempt`, counted from 0. */
export function backOff(attempt: number): number {
  return Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(attempt, 16));
}
