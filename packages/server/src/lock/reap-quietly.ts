/** Reaping at the start: a courtesy, so it is loaded when everything else is ready, and a failure is only logged. */
import { messageOf } from "../errors.js";
import type { Logger } from "../log.js";
import type { LockDirectories } from "./lock-directory.js";

export async function reapQuietly({ primary, mirror }: LockDirectories, log: Logger): Promise<void> {
  try {
    const { reapDeadLocks } = await import("./reap.js");
    for (const directory of mirror === undefined ? [primary] : [primary, mirror])
      for (const { path, why } of await reapDeadLocks(directory)) log.info(`Removed ${path}: ${why}`);
  } catch (error) {
    log.warn(`Dead locks are left where they are: ${messageOf(error)}`);
  }
}
