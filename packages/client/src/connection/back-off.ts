/** Reconnects after a lost connection with the same delays as Claude Code. */
import { type Clock, sleep } from "@tandem-ide/base";
import { ConnectError } from "../errors.js";

/**
 * The delay before each attempt, in ms. After the last one the client gives up.
 *
 * @example
 * const givesUpAfter = redialDelays.reduce((sum, ms) => sum + ms); // 15 s
 */
export const redialDelays: readonly number[] = [0, 1000, 2000, 4000, 8000];

/** After this many ms a connection counts as stable, and the next drop starts with the first delay again. */
export const steadyAfter = 5000;

/** Options of {@link redial}. */
export interface RedialSettings {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Attempts already used. */
  readonly used: number;
  /** Called before each delay. Attempts are counted from 1. */
  readonly onAttempt: (attempt: number, delayMs: number) => void;
}

/** Retries until `open` succeeds. Throws the last error after all attempts, or the signal's reason. */
export async function redial<T>(open: () => Promise<T>, settings: RedialSettings): Promise<T> {
  const { clock, signal, used, onAttempt } = settings;
  let failure: unknown = new ConnectError(
    "closed",
    "The editor accepts connections but closes them within seconds. Check its log.",
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
