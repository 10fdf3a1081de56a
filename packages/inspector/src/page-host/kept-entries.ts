/**
 * The latest entries of a conversation, as many as memory allows. Host and page both keep theirs in one of these, and what
 * is dropped follows from the entries alone, so all windows show the same.
 */
import type { Entry } from "../recording/entry.js";
import { DroppedContext } from "./dropped-context.js";

export interface KeepLimits {
  readonly entries: number;
  /** Roughly bytes. */
  readonly size: number;
}

export const defaultLimits: KeepLimits = { entries: 100_000, size: 256 * 1024 * 1024 };

/** What somebody needs who did not see the beginning. */
export interface KeptStart {
  /** How many entries were dropped. */
  readonly first: number;
  /** How many rows they were: numbers of rows go on from here. */
  readonly droppedRows: number;
  /** Those of them without which the rest cannot be read. */
  readonly context: readonly Entry[];
}

/** What an entry is besides its text, roughly. */
const overhead = 200;

/** Roughly bytes. */
export function sizeOf(entry: Entry): number {
  if ("text" in entry) return entry.text.length + overhead;
  return ("binary" in entry ? entry.binary.length : 0) + overhead;
}

/**
 * Places are counted from the first entry that there ever was, so they stay when older ones are dropped.
 *
 * @example
 * const kept = new KeptEntries();
 * kept.add(entry);
 * const latest = kept.slice(kept.end - 10, kept.end);
 */
export class KeptEntries {
  readonly #limits: KeepLimits;
  readonly #dropped = new DroppedContext();
  readonly #entries: Entry[] = [];
  #first = 0;
  #droppedRows = 0;
  #size = 0;

  constructor(limits: KeepLimits = defaultLimits, start?: KeptStart) {
    this.#limits = limits;
    if (!start) return;
    for (const entry of start.context) this.#dropped.drop(entry);
    this.#first = start.first;
    this.#droppedRows = start.droppedRows;
  }

  /** The place of the oldest entry. */
  get first(): number {
    return this.#first;
  }

  /** The place behind the newest one. */
  get end(): number {
    return this.#first + this.#entries.length;
  }

  get droppedRows(): number {
    return this.#droppedRows;
  }

  get start(): KeptStart {
    return { first: this.#first, droppedRows: this.#droppedRows, context: this.#dropped.entries };
  }

  add(entry: Entry): void {
    this.#entries.push(entry);
    this.#size += sizeOf(entry);
    if (this.#entries.length > this.#limits.entries || this.#size > this.#limits.size) this.#dropOldest();
  }

  at(place: number): Entry | undefined {
    return this.#entries[place - this.#first];
  }

  slice(from: number, end: number): readonly Entry[] {
    return this.#entries.slice(Math.max(0, from - this.#first), Math.max(0, end - this.#first));
  }

  /** A hundredth more than it must, because taking entries from the front of a long list costs the same for one or many. */
  #dropOldest(): void {
    const { entries, size } = this.#limits;
    const wantedEntries = entries - Math.floor(entries / 100);
    const wantedSize = size - Math.floor(size / 100);
    let count = 0;
    // The newest one stays, however large it is: it is what somebody looks for.
    while (
      count < this.#entries.length - 1 &&
      (this.#entries.length - count > wantedEntries || this.#size > wantedSize)
    ) {
      const entry = this.#entries[count++];
      if (!entry) break;
      this.#size -= sizeOf(entry);
      this.#droppedRows += this.#dropped.drop(entry);
    }
    this.#entries.splice(0, count);
    this.#first += count;
  }
}
