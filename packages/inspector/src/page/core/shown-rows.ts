/** The rows that fit what is looked for, kept up to date without testing old rows again. */
import { filterOf } from "../../reading/index.js";
import { placeFrom } from "./places.js";
import type { PageRow } from "./reader.js";
import type { Session } from "./session.js";

/** A stretch of the recording's time. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is looked for. */
export interface Wanted {
  readonly words: string;
  readonly span: Span | undefined;
  /** Rows up to this number were cleared away. */
  readonly clearedTo: number;
}

export class ShownRows {
  #session: Session | undefined;
  #epoch = 0;
  #wanted: Wanted = { words: "", span: undefined, clearedTo: 0 };
  #test = filterOf("");
  #rows: PageRow[] = [];
  #tested = 0;

  /** The same array again and again while only rows are added: copy nothing of it. */
  update(session: Session, wanted: Wanted): readonly PageRow[] {
    const isSame =
      session === this.#session &&
      session.epoch === this.#epoch &&
      wanted.words === this.#wanted.words &&
      wanted.span === this.#wanted.span &&
      wanted.clearedTo === this.#wanted.clearedTo;
    if (!isSame) {
      if (wanted.words !== this.#wanted.words) this.#test = filterOf(wanted.words);
      this.#session = session;
      this.#epoch = session.epoch;
      this.#wanted = wanted;
      this.#rows = [];
      this.#tested = 0;
    }
    this.#dropOld(session.rows[0]?.number ?? Number.POSITIVE_INFINITY);
    this.#addNew(session.rows);
    return this.#rows;
  }

  #dropOld(first: number): void {
    if ((this.#rows[0]?.number ?? first) >= first) return;
    const kept = this.#rows.findIndex(({ number }) => number >= first);
    this.#rows.splice(0, kept < 0 ? this.#rows.length : kept);
  }

  #addNew(rows: readonly PageRow[]): void {
    const { span, clearedTo } = this.#wanted;
    for (let index = placeFrom(rows, Math.max(this.#tested, clearedTo) + 1); index < rows.length; index++) {
      const row = rows[index];
      if (!row) break;
      this.#tested = row.number;
      if (span && (row.t < span.start || row.t > span.end)) continue;
      if (this.#test(row)) this.#rows.push(row);
    }
  }
}
