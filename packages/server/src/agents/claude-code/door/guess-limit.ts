/**
 * Slows down whoever guesses tokens. Only wrong ones are counted, so that no flood of them keeps out the owner, who has
 * the right one; and those that are over the limit leave nothing in the log.
 */
import type { Clock } from "@tandem/base";

/** So many wrong ones at once are answered in words: a client that read an old lock tries a few times. */
const burst = 30;
const perSecond = 5;

/** A function that counts a wrong one, and says whether there were too many of late. */
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
