import { type Logger, messageOf } from "@tandem-ide/base";
import type { LockDirectories } from "./lock-directory.js";

/** Removes stale locks, and the temporary files recorded in `unfinished`. Failures are only logged. */
export async function cleanUp(
  { primary, mirror }: LockDirectories,
  unfinished: { readonly directory: string },
  log: Logger,
): Promise<void> {
  try {
    const { reapDeadLocks } = await import("./reap.js");
    for (const directory of mirror === undefined ? [primary] : [primary, mirror])
      for (const { path, why } of await reapDeadLocks(directory)) log.info(`Removed ${path}: ${why}`);
    const { removeLeftovers } = await import("../../../hub/files/remove-leftovers.js");
    for (const path of removeLeftovers(unfinished.directory))
      log.info(`Removed ${path}: the process that wrote it has exited`);
  } catch (error) {
    log.warn(`Could not remove stale locks and temporary files: ${messageOf(error)}`);
  }
}
