/**
 * Limits how often a page talks to its own host, where each report costs the user's typing. (How often Claude Code is told
 * of the selection is for the endpoint to say.)
 */
import { type Clock, systemClock } from "@tandem/base";

export interface Limited {
  /** Something has changed. */
  (): void;
  /** Does what waits, now. */
  flush(): void;
  /** Forgets what waits. */
  cancel(): void;
}

/** Runs at once, and then at most once in `ms`, for the last change too. */
export function atMostEvery(ms: number, run: () => void, clock: Clock = systemClock): Limited {
  let stop: (() => void) | undefined;
  let isWaiting = false;
  const passed = () => {
    stop = undefined;
    if (isWaiting) act();
  };
  const act = () => {
    isWaiting = false;
    stop = clock.after(ms, passed);
    run();
  };
  const changed = () => {
    isWaiting = true;
    // Even the first time a moment later: what changed may be half of what is about to change.
    stop ??= clock.after(0, passed);
  };
  return Object.assign(changed, {
    flush() {
      stop?.();
      stop = undefined;
      if (isWaiting) act();
    },
    cancel() {
      stop?.();
      stop = undefined;
      isWaiting = false;
    },
  });
}
