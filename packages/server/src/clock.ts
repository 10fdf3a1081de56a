/** Time, passed in wherever behaviour depends on it, so that tests need not sleep. */
import { messageOf, stackOf } from "./errors.js";
import type { Logger } from "./log.js";

export interface Clock {
  /** Milliseconds; only differences mean anything. */
  now(): number;
  /** Runs `task` once after `ms`; the function that is returned calls it off. */
  after(ms: number, task: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

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
