/** Records how a review ended, and whether the client wrote what the user accepted. Loaded with the first client. */
import { stat } from "node:fs/promises";
import { sleep } from "@tandem-ide/base";
import type { DiffDecision, ReviewRecord } from "@tandem-ide/base/review";
import { toEditorText } from "@tandem-ide/base/text";
import { maxReviewedBytes, readTextFile } from "../files/read-text.js";
import type { Hub } from "../hub.js";
import type { PendingReview } from "./review.js";

/** Clients write within a fraction of a second. */
const writeMs = 5_000;
const lookMs = 100;

/** Call this when a review has ended. */
export function recordReview(hub: Hub, review: PendingReview, decision: DiffDecision): void {
  const { id, client, path, feedback } = review;
  const record: ReviewRecord = {
    ...{ id, client, path },
    endedAt: Date.now(),
    outcome: review.outcome ?? "withdrawn",
    ...(feedback && { feedback }),
  };
  const { records } = hub.reviews;
  records.add(record);
  hub.statusChanged();
  if (!decision.accepted) records.settle(record);
  else
    isWritten(hub, path, decision.text).then(
      (isWritten) => records.settle({ ...record, isWritten }),
      () => {}, // The endpoint closed.
    );
}

/** Waits until the file has this text, up to a limit. */
async function isWritten({ clock, closed }: Hub, path: string, text: string): Promise<boolean> {
  const end = clock.now() + writeMs;
  let seen: string | undefined;
  for (;;) {
    const found = await stat(path).catch(() => undefined);
    const version = found && [found.ino, found.size, found.mtimeMs].join();
    if (version !== seen) {
      seen = version;
      const file = await readTextFile(path, maxReviewedBytes);
      if (file.kind === "text" && toEditorText(file.text) === text) return true;
    }
    if (clock.now() >= end) return false;
    await sleep(clock, lookMs, closed);
  }
}
