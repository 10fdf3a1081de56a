/** A clock that is passed in wherever behaviour depends on time, so tests don't have to sleep. */
import { messageOf, stackOf } from "./errors.js";
import type { Logger } from "./log.js";

/**
 * @example
 * const immediateClock: Clock = { ...systemClock, after: (_ms, task) => systemClock.after(0, task) };
 */
export interface Clock {
  /** Milliseconds since an arbitrary point. */
  now(): number;
  /** Runs `task` once after `ms` and returns a function that cancels it. */
  after(ms: number, task: () => void): () => void;
}

/**
 * The system clock.
 *
 * @example
 * const cancel = systemClock.after(1000, () => console.log("a second later"));
 */
export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or rejects with the signal's reason if the signal aborts first. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = clock.after(ms, () => {
      signal?.removeEventListener("abort", abort);
      resolve();
    });
    const abort = () => {
      stop();
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", abort, { once: true });
  });
}

/** Wraps a clock so that errors thrown by tasks are logged. Uncaught, they would end the editor's process. */
export function guardedClock(clock: Clock, log: Logger): Clock {
  return {
    now: () => clock.now(),
    after: (ms, task) =>
      clock.after(ms, () => {
        try {
          task();
        } catch (error) {
          log.error(`A task failed: ${messageOf(error)}`, { stack: stackOf(error) });
        }
      }),
  };
}
