/** Time, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds; only differences mean anything. */
  now(): number;
  /** Runs `task` once after `ms`; the function that is returned calls it off. */
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
