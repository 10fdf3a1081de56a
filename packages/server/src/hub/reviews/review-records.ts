/** How the last reviews ended. */
import type { ReviewRecord } from "@tandem-ide/base/review";

const maxRecords = 100;

export class ReviewRecords {
  #records: readonly ReviewRecord[] = [];
  readonly #listeners = new Set<(record: ReviewRecord) => void>();

  /** Newest first. */
  get all(): readonly ReviewRecord[] {
    return this.#records;
  }

  add(record: ReviewRecord): void {
    this.#records = [record, ...this.#records].slice(0, maxRecords);
  }

  /** Nothing more will be learned about this review. */
  settle(record: ReviewRecord): void {
    this.#records = this.#records.map((each) => (each.id === record.id ? record : each));
    for (const listener of this.#listeners) listener(record);
  }

  onSettled(listener: (record: ReviewRecord) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
