/** Does something at once, and then at most once in a while, the last time included. */
export interface Throttle {
  /** Something has changed. */
  (): void;
  /** Does what waits, now. */
  flush(): void;
  /** Forgets what waits. */
  cancel(): void;
}

/** `after` is the page's own time unless a test brings another. */
export function throttle(
  ms: number,
  run: () => void,
  after: (ms: number, task: () => void) => () => void = afterTimeout,
): Throttle {
  let stop: (() => void) | undefined;
  let isWaiting = false;
  const passed = () => {
    stop = undefined;
    if (isWaiting) act();
  };
  const act = () => {
    isWaiting = false;
    stop = after(ms, passed);
    run();
  };
  const changed = () => {
    isWaiting = true;
    // Even the first time a moment later: what changed may be half of what is about to change.
    stop ??= after(0, passed);
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

function afterTimeout(ms: number, task: () => void): () => void {
  const timer = setTimeout(task, ms);
  return () => clearTimeout(timer);
}
