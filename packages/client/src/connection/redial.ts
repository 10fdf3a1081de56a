/** Dialling again after a drop, by Claude Code's timetable. */
import { type Clock, sleep } from "../clock.js";

/**
 * The wait before each attempt, in ms: at once, then 1, 2, 4 and 8 s. Then no more.
 *
 * @example
 * const givesUpAfter = redialDelays.reduce((sum, ms) => sum + ms); // 15 s
 */
export const redialDelays: readonly number[] = [0, 1000, 2000, 4000, 8000];

/** What {@link redial} needs. */
export interface RedialSettings {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called before the wait of each attempt, counted from 1. */
  readonly onAttempt: (attempt: number, delayMs: number) => void;
}

/** Tries until `open` succeeds; throws the last failure when all attempts are used up, or the signal's reason. */
export async function redial<T>(open: () => Promise<T>, settings: RedialSettings): Promise<T> {
  const { clock, signal, onAttempt } = settings;
  let failure: unknown;
  for (const [index, delay] of redialDelays.entries()) {
    onAttempt(index + 1, delay);
    if (delay > 0) await sleep(clock, delay, signal);
    try {
      return await open();
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}
