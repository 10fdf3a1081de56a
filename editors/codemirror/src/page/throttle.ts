/** Limits how often a page reports to its host, because each report slows down typing. */
import { type Clock, systemClock } from "@tandem-ide/base";

export interface Throttled {
  /** Requests a run. */
  (): void;
  /** Runs now if a run is pending. */
  flush(): void;
  /** Cancels a pending run. */
  cancel(): void;
}

/** Limits `run` to once every `ms`. The last request is never lost. */
export function throttle(ms: number, run: () => void, clock: Clock = systemClock): Throttled {
  let stop: (() => void) | undefined;
  let isPending = false;
  const passed = () => {
    stop = undefined;
    if (isPending) act();
  };
  const act = () => {
    isPending = false;
    stop = clock.after(ms, passed);
    run();
  };
  const changed = () => {
    isPending = true;
    // Even the first run is deferred, because more changes may follow at once.
    stop ??= clock.after(0, passed);
  };
  return Object.assign(changed, {
    flush() {
      stop?.();
      stop = undefined;
      if (isPending) act();
    },
    cancel() {
      stop?.();
      stop = undefined;
      isPending = false;
    },
  });
}
