/** Reads entries into rows with the same numbers in every window, even in one that was opened later. */
import { messageOf } from "@tandem-ide/base";
import type { EntryHistory } from "../../page-host/entry-history.js";
import { Conversation, type Entry, type Row } from "../../reading/index.js";

/**
 * A row of the page, without its message. The message is parsed again when it's shown, because 100,000 parsed messages
 * would need several times the memory of their text.
 */
export interface PageRow extends Omit<Row, "message"> {
  /** The index in a batch. */
  readonly part: number | undefined;
  /** The row of its request was dropped. */
  readonly isRequestGone: boolean;
}

export class Reader {
  readonly #conversation = new Conversation();
  /** How many rows of the context aren't shown. */
  readonly #unseen: number;
  readonly #droppedRows: number;
  /** The conversation's number of the newest row. */
  #last: number;
  /** The conversation's row numbers after which an unreadable row was inserted. */
  readonly #inserted: number[] = [];
  /** The index of the entry to read next. */
  next: number;

  constructor(history: EntryHistory) {
    const { first, droppedRows, context } = history.start;
    let unseen = 0;
    for (const entry of context) unseen += this.#conversation.add(entry).length;
    this.#unseen = unseen;
    this.#last = unseen;
    this.#droppedRows = droppedRows;
    this.next = first;
  }

  /** Never throws and never skips an entry. An unreadable one becomes a row with a fault. */
  read(entry: Entry): PageRow[] {
    this.next++;
    try {
      const rows = this.#conversation.add(entry);
      this.#last = rows.at(-1)?.number ?? this.#last;
      return rows.map((row, index) => this.#pageRow(row, rows.length > 1 ? index : undefined));
    } catch (error) {
      return [this.#unreadable(entry, messageOf(error))];
    }
  }

  /** The calls without a response. If a call's row was dropped, its number is 0. */
  get pending(): PageRow[] {
    return this.#conversation.pending.map((row) => this.#pageRow(row, undefined));
  }

  #pageRow({ message, answers, ...row }: Row, part: number | undefined): PageRow {
    const isRequestGone = answers !== undefined && answers <= this.#unseen;
    return {
      ...row,
      number: this.#numberOf(row.number),
      ...(answers !== undefined && !isRequestGone && { answers: this.#numberOf(answers) }),
      part,
      isRequestGone,
    };
  }

  #unreadable(entry: Entry, reason: string): PageRow {
    const number = this.#numberOf(this.#last, true) + 1;
    this.#inserted.push(this.#last);
    return {
      number,
      t: entry.t,
      connection: entry.connection,
      kind: "broken",
      from: "from" in entry ? entry.from : undefined,
      about: "text" in entry ? entry.text.slice(0, 200) : "",
      faults: [`unreadable: ${reason}`],
      size: "text" in entry ? entry.text.length : 0,
      entry,
      part: undefined,
      isRequestGone: false,
    };
  }

  #numberOf(number: number, isLast = false): number {
    if (number <= this.#unseen && !isLast) return 0;
    const before = this.#inserted.filter((after) => after < number || isLast).length;
    return number - this.#unseen + this.#droppedRows + before;
  }
}

/** Returns the parsed message of a row, if it has one. */
export function messageIn({ entry, part, kind }: PageRow): unknown {
  if (!("text" in entry)) return undefined;
  try {
    const value: unknown = JSON.parse(entry.text);
    if (!Array.isArray(value)) return value;
    return kind === "broken" && part === undefined && value.length !== 1 ? value : value[part ?? 0];
  } catch {
    return undefined;
  }
}
