/** One conversation in the page. Entries are read in short pieces, so that many messages don't block the page. */
import { signal } from "@preact/signals";
import { EntryHistory, type HistoryLimits, type HistoryStart } from "../../page-host/entry-history.js";
import type { Entry, Header } from "../../reading/index.js";
import { type PageRow, Reader } from "./reader.js";
import { indexOfRow } from "./row-index.js";

/** `recording` is served by the host, `file` was opened in the page. Both are complete. */
export type SessionKind = "live" | "recording" | "file";

export interface SessionOptions {
  readonly kind: SessionKind;
  readonly header: Header;
  readonly isCutOff: boolean;
  readonly start?: HistoryStart;
  readonly limits?: HistoryLimits;
  /** The name of an opened file. */
  readonly name?: string;
}

/** How long reading one piece may take. A frame of the screen is 16 ms. */
const pieceMs = 8;
/** Rendering costs more than reading, so don't render after each piece. */
const renderEveryMs = 50;
/** With more unread entries, render less often. */
const farBehind = { entries: 1000, renderEveryMs: 250 } as const;

export class Session {
  readonly kind: SessionKind;
  readonly header: Header;
  readonly isCutOff: boolean;
  readonly name: string | undefined;
  readonly history: EntryHistory;
  /** Oldest first. Changed in place, together with `version`. */
  readonly rows: PageRow[] = [];
  /** Changes whenever the session does. */
  readonly version = signal(0);
  /** Changes when reading starts over and all rows are replaced. */
  epoch = 0;
  faults = 0;
  /** Rows without pings and pongs, which are hidden by default. */
  messages = 0;
  isPaused = false;
  readonly #answers = new Map<number, number>();
  /** When a connection ended, by its number. */
  readonly #ends = new Map<number, number>();
  #reader: Reader;
  #isScheduled = false;
  #renderedAt = 0;
  /** When the recording began, on the page's clock. */
  #startTime: number | undefined;

  constructor({ kind, header, isCutOff, start, limits, name }: SessionOptions) {
    this.kind = kind;
    this.header = header;
    this.isCutOff = isCutOff;
    this.name = name;
    this.history = new EntryHistory(limits, start);
    this.#reader = new Reader(this.history);
  }

  /** `now` is the time on the scale of `t`, if live. */
  add(entries: readonly Entry[], now?: number): void {
    for (const entry of entries) this.history.add(entry);
    if (now !== undefined) this.#startTime = performance.now() - now;
    if (this.isPaused) this.version.value++;
    else this.#schedule();
  }

  setPaused(isPaused: boolean): void {
    this.isPaused = isPaused;
    this.version.value++;
    this.#schedule();
  }

  /** The number of entries that aren't shown yet. */
  get unread(): number {
    return this.history.end - Math.max(this.#reader.next, this.history.first);
  }

  get pending(): PageRow[] {
    return this.#reader.pending;
  }

  /** The current time on the scale of `t`, or the last time of a complete recording. */
  get now(): number {
    const last = this.rows.at(-1)?.t ?? 0;
    return this.#startTime === undefined ? last : Math.max(last, performance.now() - this.#startTime);
  }

  row(number: number | undefined): PageRow | undefined {
    if (number === undefined) return undefined;
    return this.rows[indexOfRow(this.rows, number)];
  }

  /** Returns the response to a request, or the request of a response. */
  partner(row: PageRow): PageRow | undefined {
    return this.row(row.answers ?? this.#answers.get(row.number));
  }

  /** Returns when the row's connection ended, if it has. */
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
    // Unread entries were dropped while reading was paused or behind.
    if (this.#reader.next < this.history.first) this.#startOver();
    while (performance.now() < until) {
      const entry = this.history.at(this.#reader.next);
      if (!entry) break;
      for (const row of this.#reader.read(entry)) this.#addRow(row);
    }
    this.#removeDropped();
    const left = this.history.end - this.#reader.next;
    if (left > 0) this.#schedule();
    const interval = left > farBehind.entries ? farBehind.renderEveryMs : renderEveryMs;
    if (left > 0 && performance.now() - this.#renderedAt < interval) return;
    this.#renderedAt = performance.now();
    this.version.value++;
  }

  #addRow(row: PageRow): void {
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
    this.#reader = new Reader(this.history);
  }

  #removeDropped(): void {
    const gone = this.rows.findIndex(({ number }) => number > this.history.droppedRows);
    if (gone <= 0) return;
    for (const row of this.rows.splice(0, gone)) {
      this.#count(row, -1);
      this.#answers.delete(row.number);
    }
  }
}
