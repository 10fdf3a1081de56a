/** Reads kept entries into rows that have the same numbers in every window, also in one that came after the beginning. */
import { messageOf } from "@tandem/base";
import type { KeptEntries } from "../../page-host/kept-entries.js";
import { Conversation, type Entry, type Row } from "../../reading/index.js";

/**
 * A row of the page. Its message is read again from the entry's text when somebody looks at it: a hundred thousand parsed
 * messages would be several times their text.
 */
export interface PageRow extends Omit<Row, "message"> {
  /** Its place in a batch. */
  readonly part: number | undefined;
  /** It answers a call that is not kept any more. */
  readonly isRequestGone: boolean;
}

/** A call without an answer. Of one whose row is not kept any more the number is 0. */
export type PendingRow = PageRow;

export class Reader {
  readonly #conversation = new Conversation();
  /** How many rows the context was, which nobody sees. */
  readonly #unseen: number;
  readonly #droppedRows: number;
  /** The conversation's number of the newest row. */
  #last: number;
  /** After which of the conversation's rows there is one that it does not know. */
  readonly #inserted: number[] = [];
  /** The place of the entry that is read next. */
  next: number;

  constructor(kept: KeptEntries) {
    const { first, droppedRows, context } = kept.start;
    let unseen = 0;
    for (const entry of context) unseen += this.#conversation.add(entry).length;
    this.#unseen = unseen;
    this.#last = unseen;
    this.#droppedRows = droppedRows;
    this.next = first;
  }

  /** Never throws, and never leaves an entry out: one that cannot be read is a row that says so. */
  read(entry: Entry): PageRow[] {
    this.next++;
    try {
      const rows = this.#conversation.add(entry);
      this.#last = rows.at(-1)?.number ?? this.#last;
      return rows.map((row, index) => this.#seen(row, rows.length > 1 ? index : undefined));
    } catch (error) {
      return [this.#unreadable(entry, messageOf(error))];
    }
  }

  get pending(): PendingRow[] {
    return this.#conversation.pending.map((row) => this.#seen(row, undefined));
  }

  #seen({ message, answers, ...row }: Row, part: number | undefined): PageRow {
    const isRequestGone = answers !== undefined && answers <= this.#unseen;
    return {
      ...row,
      number: this.#numberOf(row.number),
      ...(answers !== undefined && !isRequestGone && { answers: this.#numberOf(answers) }),
      part,
      isRequestGone,
    };
  }

  #unreadable(entry: Entry, why: string): PageRow {
    const number = this.#numberOf(this.#last, true) + 1;
    this.#inserted.push(this.#last);
    return {
      number,
      t: entry.t,
      connection: entry.connection,
      kind: "broken",
      from: "from" in entry ? entry.from : undefined,
      about: "text" in entry ? entry.text.slice(0, 200) : "",
      faults: [`it cannot be read: ${why}`],
      size: "text" in entry ? entry.text.length : 0,
      entry,
      part: undefined,
      isRequestGone: false,
    };
  }

  #numberOf(number: number, isLast = false): number {
    if (number <= this.#unseen && !isLast) return 0;
    const before = this.#inserted.filter((place) => place < number || isLast).length;
    return number - this.#unseen + this.#droppedRows + before;
  }
}

/** The message of a row, where it is one. */
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
