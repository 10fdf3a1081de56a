/** Interrupts running code and checks that its kernel still exists. */
import { type Clock, messageOf, sleep } from "@tandem-ide/base";
import type { Execution } from "./execution.js";
import type { KernelLink } from "./kernel-link.js";
import type { KernelLog } from "./log.js";

/** A remote server sends no message when a kernel disappears. */
const checkEveryMs = 15_000;

/** Interrupts the code until it ends. Returns false when it didn't stop in time. */
export async function interruptUntilOver(
  link: KernelLink,
  execution: Execution,
  clock: Clock,
  timeoutMs: number,
  log: KernelLog,
): Promise<boolean> {
  const over = new AbortController();
  const end = () => over.abort();
  void execution.done.then(end, end);
  try {
    // An interrupt before the code has started is lost, and one right after the start may be. So it is sent twice.
    await Promise.race([execution.started, sleep(clock, timeoutMs, over.signal)]);
    for (let attempt = 0; attempt < 2; attempt++) {
      await link.interrupt().catch((error: unknown) => log("warn", `Can't interrupt: ${messageOf(error)}`));
      await sleep(clock, timeoutMs / 2, over.signal);
    }
  } catch {
    // It is over.
  }
  return over.signal.aborted;
}

/** Checks regularly that the kernel exists. Returns a function that stops the checks. */
export function watchKernel(link: KernelLink, clock: Clock, onGone: () => void): () => void {
  let isWatching = true;
  let cancel = () => {};
  const checkLater = () => {
    cancel = clock.after(checkEveryMs, async () => {
      // An unreachable server is reported as a dropped connection.
      const exists = await link.exists().catch(() => true);
      if (!isWatching) return;
      if (exists) checkLater();
      else onGone();
    });
  };
  checkLater();
  return () => {
    isWatching = false;
    cancel();
  };
}
