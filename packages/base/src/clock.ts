/** Time, passed in wherever behaviour depends on it, so that tests need not sleep. */
import { messageOf, stackOf } from "./errors.js";
import type { Logger } from "./log.js";

/**
 * @example
 * const hurried: Clock = { ...systemClock, after: (_ms, task) => systemClock.after(0, task) };
 */
export interface Clock {
  /** Milliseconds; only differences mean anything. */
  now(): number;
  /** Runs `task` once after `ms`; the function that is returned cancels it. */
  after(ms: number, task: () => void): () => void;
}

/**
 * The machine's own time.
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

/** Resolves after `ms`, or rejects with the signal's reason when that aborts first. */
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

/** The same clock, where a task that throws is logged: thrown out of a timer it would end the editor's process. */
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
