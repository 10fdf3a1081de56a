/** The rows that match the search, updated without testing old rows again. */
import { filterOf } from "../../reading/index.js";
import type { PageRow } from "./reader.js";
import { indexFrom } from "./row-index.js";
import type { Session } from "./session.js";

/** A range of time. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface Search {
  readonly query: string;
  readonly span: Span | undefined;
  /** Rows up to this number were cleared. */
  readonly clearedTo: number;
}

export class ShownRows {
  #session: Session | undefined;
  #epoch = 0;
  #search: Search = { query: "", span: undefined, clearedTo: 0 };
  #test = filterOf("");
  #rows: PageRow[] = [];
  #tested = 0;

  /** Returns the same array as long as only rows are added. */
  update(session: Session, search: Search): readonly PageRow[] {
    const before = this.#search;
    const isSame =
      session === this.#session &&
      session.epoch === this.#epoch &&
      search.query === before.query &&
      search.span === before.span &&
      search.clearedTo === before.clearedTo;
    if (!isSame) {
      if (search.query !== before.query) this.#test = filterOf(search.query);
      this.#session = session;
      this.#epoch = session.epoch;
      this.#search = search;
      this.#rows = [];
      this.#tested = 0;
    }
    this.#dropOld(session.rows[0]?.number ?? Number.POSITIVE_INFINITY);
    this.#addNew(session.rows);
    return this.#rows;
  }

  #dropOld(first: number): void {
    if ((this.#rows[0]?.number ?? first) >= first) return;
    const end = this.#rows.findIndex(({ number }) => number >= first);
    this.#rows.splice(0, end < 0 ? this.#rows.length : end);
  }

  #addNew(rows: readonly PageRow[]): void {
    const { span, clearedTo } = this.#search;
    for (let index = indexFrom(rows, Math.max(this.#tested, clearedTo) + 1); index < rows.length; index++) {
      const row = rows[index];
      if (!row) break;
      this.#tested = row.number;
      if (span && (row.t < span.start || row.t > span.end)) continue;
      if (this.#test(row)) this.#rows.push(row);
    }
  }
}
