/** The newest messages, kept so that they can be shown again. */
import { Conversation, type Entry, type Row } from "@tandem-ide/inspector";

const maxRows = 20_000;
const maxSize = 64 * 1024 * 1024;

/** Estimates the memory that a row needs. A binary frame has no text but is kept too. */
function weightOf({ size, entry }: Row): number {
  return "binary" in entry ? entry.binary.length : size;
}

export class SeenRows {
  readonly #conversation = new Conversation();
  #rows: Row[] = [];
  #size = 0;
  /** Counts including dropped messages. */
  readonly totals = { messages: 0, faults: 0, connections: 0 };
  /** The number of the newest row, including dropped ones. */
  lastNumber = 0;

  add(entry: Entry): Row[] {
    const added = this.#conversation.add(entry);
    for (const row of added) {
      this.#rows.push(row);
      this.lastNumber = row.number;
      this.#size += weightOf(row);
      if (row.size > 0) this.totals.messages++;
      this.totals.faults += row.faults.length;
      this.totals.connections = Math.max(this.totals.connections, row.connection);
    }
    // Drops half at a time, because removing rows one by one would be slow.
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

  find(number: number): Row | undefined {
    return this.#rows.find((row) => row.number === number);
  }
}
