/**
 * Time, passed in so that tests need not wait.
 *
 * @example
 * const hurried: Clock = { after: (_ms, task) => systemClock.after(0, task) };
 */
export interface Clock {
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
  after(ms, task) {
    const timer = setTimeout(task, ms);
    return () => clearTimeout(timer);
  },
};

/** Resolves after `ms`, or rejects with the signal's reason when that aborts first. */
export function sleep(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = clock.after(ms, () => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
    const abort = () => {
      stop();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
  });
}
