/** What is done about code while it runs: it is stopped when it is cancelled, and its kernel looked after. */
import { type Clock, messageOf, sleep } from "@tandem/base";
import type { Execution } from "./execution.js";
import type { KernelLink } from "./kernel-link.js";
import type { KernelLog } from "./log.js";

/** A kernel that vanished on a far server tells nobody. */
const lookAfterMs = 15_000;

/** Interrupts the code until it is over. False when it did not stop in time. */
export async function interruptUntilOver(
  link: KernelLink,
  execution: Execution,
  clock: Clock,
  patienceMs: number,
  log: KernelLog,
): Promise<boolean> {
  const over = new AbortController();
  const end = () => over.abort();
  void execution.done.then(end, end);
  try {
    // An interrupt that comes before the code has begun is lost, and one in its first moment may be: so it comes twice.
    await Promise.race([execution.begun, sleep(clock, patienceMs, over.signal)]);
    for (let attempt = 0; attempt < 2; attempt++) {
      await link.interrupt().catch((error: unknown) => log("warn", `No interrupt: ${messageOf(error)}`));
      await sleep(clock, patienceMs / 2, over.signal);
    }
  } catch {
    // It is over.
  }
  return over.signal.aborted;
}

/** Asks now and then whether the kernel exists, until the function that is returned is called. */
export function lookAfter(link: KernelLink, clock: Clock, vanished: () => void): () => void {
  let isWatching = true;
  let callOff = () => {};
  const look = async () => {
    // An unreachable server shows as a dropped connection.
    const exists = await link.exists().catch(() => true);
    if (!isWatching) return;
    if (exists) callOff = clock.after(lookAfterMs, () => void look());
    else vanished();
  };
  callOff = clock.after(lookAfterMs, () => void look());
  return () => {
    isWatching = false;
    callOff();
  };
}
