/** Waiting for what must happen, with a limit. Nothing here sleeps for a fixed time. */
import { AssertionError } from "node:assert/strict";
import { setTimeout as delay } from "node:timers/promises";

const pollMs = 15;

/** Tries until `check` no longer throws, and gives its value; at the limit its last error goes on. */
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

/** The promise's value, or a failure that says what did not happen in time. */
export async function within<T>(patienceMs: number, what: string, promise: Promise<T>): Promise<T> {
  const cancel = new AbortController();
  const late = delay(patienceMs, undefined, { signal: cancel.signal }).then(() => {
    throw new AssertionError({ message: `${what}: it did not happen within ${patienceMs} ms` });
  });
  late.catch(() => {}); // Cancelled, or told by the race.
  try {
    return await Promise.race([promise, late]);
  } finally {
    cancel.abort();
  }
}
