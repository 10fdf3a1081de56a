/** What was seen, for as long as it can be looked at again: the newest of it. */
import { Conversation, type Entry, type Row } from "@tandem/inspector";

const maxRows = 20_000;
const maxSize = 64 * 1024 * 1024;

/** What a row costs, roughly: a binary frame has no text, but its bytes are kept all the same. */
function weightOf({ size, entry }: Row): number {
  return "binary" in entry ? entry.binary.length : size;
}

export interface Totals {
  readonly messages: number;
  readonly faults: number;
  readonly connections: number;
}

export class SeenRows {
  readonly #conversation = new Conversation();
  #rows: Row[] = [];
  #size = 0;
  #messages = 0;
  #faults = 0;
  #connections = 0;
  #lastNumber = 0;

  add(entry: Entry): Row[] {
    const added = this.#conversation.add(entry);
    for (const row of added) {
      this.#rows.push(row);
      this.#lastNumber = row.number;
      this.#size += weightOf(row);
      if (row.size > 0) this.#messages++;
      this.#faults += row.faults.length;
      this.#connections = Math.max(this.#connections, row.connection);
    }
    // Half at a time, so that a long session does not pay for it with each message.
    if (this.#rows.length > maxRows || this.#size > maxSize) this.#drop(Math.ceil(this.#rows.length / 2));
    return added;
  }

  #drop(count: number): void {
    for (const row of this.#rows.splice(0, count)) this.#size -= weightOf(row);
  }

  get all(): readonly Row[] {
    return this.#rows;
  }

  get pending(): readonly Row[] {
    return this.#conversation.pending;
  }

  get totals(): Totals {
    return { messages: this.#messages, faults: this.#faults, connections: this.#connections };
  }

  /** The number of the newest row that there was, kept or not. */
  get lastNumber(): number {
    return this.#lastNumber;
  }

  find(number: number): Row | undefined {
    return this.#rows.find((row) => row.number === number);
  }
}
