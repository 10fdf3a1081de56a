/** Records changes on disk, according to the user's settings. */
import { ChangeRecorder, type ChangeRecorderOptions } from "@tandem-ide/changes";
import type { Settings } from "@tandem-ide/workspace/settings";

/** Returns undefined if the settings turn it off. */
export function createRecorder(
  { changes = {} }: Settings,
  options: Pick<ChangeRecorderOptions, "env" | "log">,
): ChangeRecorder | undefined {
  const { enabled = true, maxMegabytes, maxFiles, maxAgeDays, includeIgnored } = changes;
  if (!enabled) return undefined;
  return new ChangeRecorder({
    ...options,
    ...(maxMegabytes !== undefined && { maxBytes: maxMegabytes * 1024 * 1024 }),
    ...(maxFiles !== undefined && { maxFiles }),
    ...(maxAgeDays !== undefined && { maxAgeDays }),
    ...(includeIgnored && { includeIgnored }),
  });
}
