/**
 * Reads entries one after the other and says of each what it means: which answer belongs to which request, how long it
 * took, what breaks the protocol, and what is still waiting for an answer. Pure: the terminal, the page and the replay
 * all stand on it.
 */
import type { Entry } from "../recording/entry.js";
import { ConnectionReading } from "./connection-reading.js";
import type { Row } from "./row.js";

/**
 * A conversation as far as it has come.
 *
 * @example
 * const conversation = new Conversation();
 * for (const entry of entries) for (const row of conversation.add(entry)) print(row);
 * print(conversation.pending);
 */
export class Conversation {
  readonly #connections = new Map<number, ConnectionReading>();
  #count = 0;

  /** The rows of an entry: one, but for a batch, which has one a message. */
  add(entry: Entry): Row[] {
    const known = this.#connections.get(entry.connection) ?? new ConnectionReading();
    this.#connections.set(entry.connection, known);
    const rows = known.read(entry, () => ++this.#count);
    // What a closed connection still waited for stays told by its last row; a number is not used again.
    if ("close" in entry || "refused" in entry) this.#connections.delete(entry.connection);
    return rows;
  }

  /** The requests that have no answer yet, oldest first. */
  get pending(): Row[] {
    return [...this.#connections.values()]
      .flatMap((connection) => connection.pending)
      .sort((a, b) => a.number - b.number);
  }
}
