/**
 * Limits the rate of wrong tokens. Correct tokens are never limited, so guessing can't lock out the owner. Attempts over the
 * limit are not logged.
 */
import type { Clock } from "@tandem-ide/base";

/** This many get a full error message, because a client with an old lock tries a few times. */
const burst = 30;
const perSecond = 5;

/** Returns a function that counts a wrong token and returns true if there were too many recently. */
export function guessLimit(clock: Clock): () => boolean {
  let left = burst;
  let last = clock.now();
  return () => {
    const now = clock.now();
    left = Math.min(burst, left + ((now - last) / 1000) * perSecond);
    last = now;
    if (left < 1) return true;
    left--;
    return false;
  };
}
