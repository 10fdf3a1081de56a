/** Cleaning up at the start: a courtesy, so it is loaded when everything else is ready, and a failure is only logged. */
import { type Logger, messageOf } from "@tandem/base";
import type { LockDirectories } from "./lock-directory.js";

/** Removes dead locks, and the temporary files that are on record in `unfinished`. */
export async function reapQuietly(
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
      log.info(`Removed ${path}: the process that wrote it is gone`);
  } catch (error) {
    log.warn(`Dead locks and temporary files are left where they are: ${messageOf(error)}`);
  }
}
