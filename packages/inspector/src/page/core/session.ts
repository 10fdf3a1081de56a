/**
 * One conversation in the page: what came, and the rows that were read of it. Reading is done in short pieces, so that a
 * storm of messages delays what is shown of it and nothing else.
 */
import { signal } from "@preact/signals";
import { type KeepLimits, KeptEntries, type KeptStart } from "../../page-host/kept-entries.js";
import type { Entry, Header } from "../../reading/index.js";
import { placeOf } from "./places.js";
import { type PageRow, type PendingRow, Reader } from "./reader.js";

/** `live` goes on; `recording` is served by the host and `file` was opened in the page, and both are complete. */
export type SessionKind = "live" | "recording" | "file";

export interface SessionOptions {
  readonly kind: SessionKind;
  readonly header: Header;
  readonly isCutOff: boolean;
  readonly start?: KeptStart;
  readonly limits?: KeepLimits;
  /** The file's name, where it is one. */
  readonly name?: string;
}

/** So long may one piece of the reading take; a frame of the screen is 16 ms. */
const pieceMs = 8;
/** Drawing costs more than reading, so while there is more to read it is not drawn after each piece. */
const tellEveryMs = 50;
/** And far less often while there is much more. */
const farBehind = { entries: 1000, tellEveryMs: 250 } as const;

export class Session {
  readonly kind: SessionKind;
  readonly header: Header;
  readonly isCutOff: boolean;
  readonly name: string | undefined;
  readonly kept: KeptEntries;
  /** Oldest first. Changed in place; `version` tells. */
  readonly rows: PageRow[] = [];
  /** Counts changes of everything here. */
  readonly version = signal(0);
  /** Counts beginnings: rows of an earlier one are not those of this one. */
  epoch = 0;
  faults = 0;
  /** Rows that are no pings and pongs, which are not shown either unless somebody asks for them. */
  messages = 0;
  isPaused = false;
  readonly #answers = new Map<number, number>();
  /** When a connection ended, by its number. */
  readonly #ends = new Map<number, number>();
  #reader: Reader;
  #isScheduled = false;
  #toldAt = 0;
  /** The page's time when the recording began. */
  #began: number | undefined;

  constructor({ kind, header, isCutOff, start, limits, name }: SessionOptions) {
    this.kind = kind;
    this.header = header;
    this.isCutOff = isCutOff;
    this.name = name;
    this.kept = new KeptEntries(limits, start);
    this.#reader = new Reader(this.kept);
  }

  /** `now` is the recording's time, where it is live. */
  add(entries: readonly Entry[], now?: number): void {
    for (const entry of entries) this.kept.add(entry);
    if (now !== undefined) this.#began = performance.now() - now;
    if (this.isPaused) this.version.value++;
    else this.#schedule();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.version.value++;
    this.#schedule();
  }

  /** Entries that came and are not shown yet. */
  get unread(): number {
    return this.kept.end - Math.max(this.#reader.next, this.kept.first);
  }

  get pending(): PendingRow[] {
    return this.#reader.pending;
  }

  /** The recording's time now; of one that is complete, its last. */
  get now(): number {
    const last = this.rows.at(-1)?.t ?? 0;
    return this.#began === undefined ? last : Math.max(last, performance.now() - this.#began);
  }

  row(number: number | undefined): PageRow | undefined {
    if (number === undefined) return undefined;
    return this.rows[placeOf(this.rows, number)];
  }

  /** The other half: the answer of a request, the request of an answer. */
  partner(row: PageRow): PageRow | undefined {
    return this.row(row.answers ?? this.#answers.get(row.number));
  }

  /** When the connection ended, where it has. */
  endOf({ connection }: PageRow): number | undefined {
    return this.#ends.get(connection);
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setTimeout(() => {
      this.#isScheduled = false;
      if (!this.isPaused) this.#readPiece();
    });
  }

  #readPiece(): void {
    const until = performance.now() + pieceMs;
    // While it was paused, or behind, entries were dropped that it has not read.
    if (this.#reader.next < this.kept.first) this.#startOver();
    while (performance.now() < until) {
      const entry = this.kept.at(this.#reader.next);
      if (!entry) break;
      for (const row of this.#reader.read(entry)) this.#take(row);
    }
    this.#forgetDropped();
    const left = this.kept.end - this.#reader.next;
    if (left > 0) this.#schedule();
    const pause = left > farBehind.entries ? farBehind.tellEveryMs : tellEveryMs;
    if (left > 0 && performance.now() - this.#toldAt < pause) return;
    this.#toldAt = performance.now();
    this.version.value++;
  }

  #take(row: PageRow): void {
    this.rows.push(row);
    this.#count(row, 1);
    if (row.answers !== undefined) this.#answers.set(row.answers, row.number);
    if (row.kind === "closed" || row.kind === "refused") this.#ends.set(row.connection, row.t);
  }

  #count({ kind, faults }: PageRow, change: 1 | -1): void {
    if (kind !== "ping" && kind !== "pong") this.messages += change;
    if (faults.length > 0) this.faults += change;
  }

  #startOver(): void {
    this.rows.length = 0;
    this.faults = 0;
    this.messages = 0;
    this.epoch++;
    this.#answers.clear();
    this.#ends.clear();
    this.#reader = new Reader(this.kept);
  }

  #forgetDropped(): void {
    const gone = this.rows.findIndex(({ number }) => number > this.kept.droppedRows);
    if (gone <= 0) return;
    for (const row of this.rows.splice(0, gone)) {
      this.#count(row, -1);
      this.#answers.delete(row.number);
    }
  }
}
