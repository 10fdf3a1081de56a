const firstMilliseconds = 250;
const maxMs = 8_000;

/**
 * Returns how long to wait before reconnect attempt `attempt`, which starts at 0. Short at first, to hide brief drops.
 */
export function reconnectDelay(attempt: number): number {
  return Math.min(maxMs, firstMilliseconds * 2 ** Math.min(attempt, 16));
}
