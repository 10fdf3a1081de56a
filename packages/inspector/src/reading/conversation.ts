import type { Entry } from "../recording/entry.js";
import { ConnectionReading } from "./connection-reading.js";
import type { Row } from "./row.js";

/**
 * Reads entries one after another into rows: which response belongs to which request, how long it took, what violates the
 * protocol, and which calls are pending. Used by the terminal, the page and the replay.
 *
 * @example
 * const conversation = new Conversation();
 * for (const entry of entries) for (const row of conversation.add(entry)) print(row);
 * print(conversation.pending);
 */
export class Conversation {
  readonly #connections = new Map<number, ConnectionReading>();
  #count = 0;

  /** Returns the rows of an entry: one, or one for each message of a batch. */
  add(entry: Entry): Row[] {
    const reading = this.#connections.get(entry.connection) ?? new ConnectionReading();
    this.#connections.set(entry.connection, reading);
    const rows = reading.read(entry, () => ++this.#count);
    // The last row of a closed connection says how many calls were pending.
    if ("close" in entry || "refused" in entry) this.#connections.delete(entry.connection);
    return rows;
  }

  /** The requests without a response, oldest first. */
  get pending(): Row[] {
    return [...this.#connections.values()]
      .flatMap((connection) => connection.pending)
      .sort((a, b) => a.number - b.number);
  }
}
