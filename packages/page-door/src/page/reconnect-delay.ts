/** How long a page waits before its next attempt to reach its own host: quick at first, so that a blink goes unnoticed, then calm. */

const firstMilliseconds = 250;
const longestMilliseconds = 8_000;

/** The wait before attempt `attempt`, counted from 0. */
export function reconnectDelay(attempt: number): number {
  return Math.min(longestMilliseconds, firstMilliseconds * 2 ** Math.min(attempt, 16));
}
