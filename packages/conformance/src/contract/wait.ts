/** Waits with a limit. Nothing here sleeps for a fixed time. */
import { AssertionError } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";

const pollMs = 15;

/** Retries until `check` doesn't throw, and returns its value. At the limit, throws its last error. */
export async function eventually<T>(patienceMs: number, check: () => T | Promise<T>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(pollMs);
  }
}

/** Awaits a promise; throws an error with `what` if it takes too long. */
export async function within<T>(patienceMs: number, what: string, promise: Promise<T>): Promise<T> {
  const cancel = new AbortController();
  const late = delay(patienceMs, undefined, { signal: cancel.signal }).then(() => {
    throw new AssertionError({ message: `${what}: timed out after ${patienceMs} ms` });
  });
  late.catch(() => {}); // Cancelled, or thrown by the race.
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel.abort();
  }
}
