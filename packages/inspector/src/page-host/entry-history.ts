/**
 * The latest entries of a conversation, within a memory limit. Host and pages all use this class, and which entries are
 * dropped depends only on the entries, so all windows show the same.
 */
import type { Entry } from "../recording/entry.js";
import { DroppedContext } from "./dropped-context.js";

export interface HistoryLimits {
  readonly entries: number;
  /** Approximate bytes. */
  readonly size: number;
}

export const defaultLimits: HistoryLimits = { entries: 100_000, size: 256 * 1024 * 1024 };

/** The state that a window needs if it connects later. */
export interface HistoryStart {
  /** How many entries were dropped. */
  readonly first: number;
  /** How many rows they had. Row numbers continue from here. */
  readonly droppedRows: number;
  /** The dropped entries that later ones depend on. */
  readonly context: readonly Entry[];
}

/** Approximate memory of an entry without its text. */
const overhead = 200;

/** Returns the approximate memory of an entry, in bytes. */
export function sizeOf(entry: Entry): number {
  if ("text" in entry) return entry.text.length + overhead;
  return ("binary" in entry ? entry.binary.length : 0) + overhead;
}

/**
 * Indexes count from the very first entry, so they don't change when entries are dropped.
 *
 * @example
 * const kept = new EntryHistory();
 * kept.add(entry);
 * const latest = kept.slice(kept.end - 10, kept.end);
 */
export class EntryHistory {
  readonly #limits: HistoryLimits;
  readonly #dropped = new DroppedContext();
  readonly #entries: Entry[] = [];
  /** The index of the oldest entry. */
  first = 0;
  droppedRows = 0;
  #size = 0;

  constructor(limits: HistoryLimits = defaultLimits, start?: HistoryStart) {
    this.#limits = limits;
    if (!start) return;
    for (const entry of start.context) this.#dropped.drop(entry);
    this.first = start.first;
    this.droppedRows = start.droppedRows;
  }

  /** The index after the newest entry. */
  get end(): number {
    return this.first + this.#entries.length;
  }

  get start(): HistoryStart {
    return { first: this.first, droppedRows: this.droppedRows, context: this.#dropped.entries };
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#size += sizeOf(entry);
    if (this.#entries.length > this.#limits.entries || this.#size > this.#limits.size) this.#dropOldest();
  }

  at(index: number): Entry | undefined {
    return this.#entries[index - this.first];
  }

  slice(from: number, end: number): readonly Entry[] {
    return this.#entries.slice(Math.max(0, from - this.first), Math.max(0, end - this.first));
  }

  /** Drops 1 % more than necessary, because removing one entry from a long array costs as much as removing many. */
  #dropOldest(): void {
    const { entries, size } = this.#limits;
    const wantedEntries = entries - Math.floor(entries / 100);
    const wantedSize = size - Math.floor(size / 100);
    let count = 0;
    // The newest entry is kept, however large.
    while (
      count < this.#entries.length - 1 &&
      (this.#entries.length - count > wantedEntries || this.#size > wantedSize)
    ) {
      const entry = this.#entries[count++];
      if (!entry) break;
      this.#size -= sizeOf(entry);
      this.droppedRows += this.#dropped.drop(entry);
    }
    this.#entries.splice(0, count);
    this.first += count;
  }
}
