/** Records how a review ended, and whether the client wrote what the user accepted. Loaded with the first client. */
import { stat } from "node:fs/promises";
import type { DiffDecision, ReviewRecord } from "@tandem-ide/base/review";
import { toEditorText } from "@tandem-ide/base/text";
import { maxReviewedBytes, readTextFile } from "../files/read-text.js";
import type { Hub } from "../hub.js";
import type { PendingReview } from "./review.js";

/** Clients write within a fraction of a second. */
const writeMs = 5_000;
const lookMs = 100;

interface AcceptedReview {
  readonly record: ReviewRecord;
  readonly text: string;
  /** When to stop looking. */
  readonly end: number;
  /** The file's version at the last look. */
  seen?: string | undefined;
}

/** Looks for the files of accepted reviews, all of them with one timer. */
class AcceptedWrites {
  readonly #hub: Hub;
  readonly #reviews = new Set<AcceptedReview>();
  #isLooking = false;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  add(record: ReviewRecord, text: string): void {
    this.#reviews.add({ record, text, end: this.#hub.clock.now() + writeMs });
    if (!this.#isLooking) void this.#look();
  }

  async #look(): Promise<void> {
    const { clock, closed, reviews } = this.#hub;
    this.#isLooking = true;
    for (const review of this.#reviews) {
      const isWritten = await isThere(review).catch(() => false);
      if (closed.aborted) return;
      if (!isWritten && clock.now() < review.end) continue;
      this.#reviews.delete(review);
      reviews.records.settle({ ...review.record, isWritten });
    }
    this.#isLooking = this.#reviews.size > 0;
    if (!this.#isLooking) return;
    const cancel = clock.after(lookMs, () => {
      closed.removeEventListener("abort", cancel);
      void this.#look();
    });
    closed.addEventListener("abort", cancel, { once: true });
  }
}

/** Reads the file only if it has changed since the last look. */
async function isThere(review: AcceptedReview): Promise<boolean> {
  const { path } = review.record;
  const found = await stat(path).catch(() => undefined);
  const version = found && [found.ino, found.size, found.mtimeMs].join();
  if (version === review.seen) return false;
  review.seen = version;
  const file = await readTextFile(path, maxReviewedBytes);
  return file.kind === "text" && toEditorText(file.text) === review.text;
}

const writesOf = new WeakMap<Hub, AcceptedWrites>();

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
  if (!decision.accepted) {
    records.settle(record);
    return;
  }
  const writes = writesOf.get(hub) ?? new AcceptedWrites(hub);
  writesOf.set(hub, writes);
  writes.add(record, decision.text);
}
