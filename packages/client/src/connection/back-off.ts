/** The client's back-off: dialling again after a drop, by Claude Code's timetable. */
import { type Clock, sleep } from "@tandem/base";
import { ConnectError } from "../errors.js";

/**
 * The wait before each attempt, in ms: at once, then 1, 2, 4 and 8 s. Then no more.
 *
 * @example
 * const givesUpAfter = redialDelays.reduce((sum, ms) => sum + ms); // 15 s
 */
export const redialDelays: readonly number[] = [0, 1000, 2000, 4000, 8000];

/** A connection that held for this many ms is worth the whole timetable again; an editor that flaps is not. */
export const steadyAfter = 5000;

/** What {@link redial} needs. */
export interface RedialSettings {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** How many attempts of the timetable are used up already. */
  readonly used: number;
  /** Called before the wait of each attempt, counted from 1. */
  readonly onAttempt: (attempt: number, delayMs: number) => void;
}

/** Tries until `open` succeeds; throws the last failure when all attempts are used up, or the signal's reason. */
export async function redial<T>(open: () => Promise<T>, settings: RedialSettings): Promise<T> {
  const { clock, signal, used, onAttempt } = settings;
  let failure: unknown = new ConnectError(
    "closed",
    "The editor takes connections and ends them within seconds. Look into its log for the reason.",
  );
  for (const [index, delay] of redialDelays.entries()) {
    if (index < used) continue;
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
