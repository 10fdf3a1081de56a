/** Time, passed in wherever behaviour depends on it, so that tests need not sleep. */
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
