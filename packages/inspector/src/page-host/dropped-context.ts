/**
 * What was dropped from memory, as far as the rest cannot be read without it: how each open connection began, what the
 * editor offers, and calls that still wait. Without it a late answer would seem to answer nothing, and every call would
 * seem to come before initialize.
 */
import { type Classified, classify } from "@tandem/protocol";
import type { End, Entry } from "../recording/entry.js";

interface Held {
  readonly entry: Entry;
  /** How many of its messages are needed: more than one in a batch. */
  uses: number;
}

interface Asked {
  readonly at: number;
  readonly method: string;
}

interface OpenConnection {
  /** By who asked and the id. */
  readonly unanswered: Map<string, Asked>;
  /** The question and its latest answer, by method. */
  readonly pairs: Map<string, readonly number[]>;
  opened: number | undefined;
}

const other = { client: "editor", editor: "client" } as const;
/** Their answers say how to read what follows. */
const telling = new Set(["initialize", "tools/list"]);
/** A call that so many others have followed waits for nothing, and it is kept for nobody. */
const maxUnanswered = 10_000;
const keyOf = (asker: End, id: unknown) => `${asker} ${JSON.stringify(id)}`;

function messagesOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}

export class DroppedContext {
  /** In the order of time, because they are added so. */
  readonly #held = new Map<number, Held>();
  readonly #connections = new Map<number, OpenConnection>();
  #count = 0;

  get entries(): Entry[] {
    return [...this.#held.values()].map(({ entry }) => entry);
  }

  /** Takes the next entry, and returns how many rows it was. */
  drop(entry: Entry): number {
    const at = this.#count++;
    if ("close" in entry || "refused" in entry) this.#end(entry.connection);
    else if ("open" in entry) this.#connectionOf(entry).opened = this.#hold(at, entry);
    else if ("text" in entry) {
      const messages = messagesOf(entry.text);
      for (const message of messages) this.#note(at, entry, entry.from, classify(message));
      return Math.max(1, messages.length);
    }
    return 1;
  }

  #note(at: number, entry: Entry, from: End, classified: Classified): void {
    const { unanswered, pairs } = this.#connectionOf(entry);
    if (classified.kind === "request") {
      const { id, method } = classified.message;
      const key = keyOf(from, id);
      this.#release([unanswered.get(key)?.at]);
      unanswered.delete(key);
      unanswered.set(key, { at: this.#hold(at, entry), method });
      this.#forgetOldest(unanswered);
    } else if (classified.kind === "response") {
      // An id may be anything here, also what no key can be made of.
      if (typeof classified.message.id === "object") return;
      const key = keyOf(other[from], classified.message.id);
      const asked = unanswered.get(key);
      if (!asked) return;
      unanswered.delete(key);
      if (telling.has(asked.method)) {
        this.#release(pairs.get(asked.method) ?? []);
        pairs.set(asked.method, [asked.at, this.#hold(at, entry)]);
      } else this.#release([asked.at]);
    }
  }

  #forgetOldest(unanswered: Map<string, Asked>): void {
    const [oldest] = unanswered;
    if (unanswered.size <= maxUnanswered || !oldest) return;
    const [key, { at }] = oldest;
    unanswered.delete(key);
    this.#release([at]);
  }

  #connectionOf({ connection }: Entry): OpenConnection {
    const known = this.#connections.get(connection) ?? { unanswered: new Map(), pairs: new Map(), opened: undefined };
    this.#connections.set(connection, known);
    return known;
  }

  #hold(at: number, entry: Entry): number {
    const held = this.#held.get(at);
    if (held) held.uses++;
    else this.#held.set(at, { entry, uses: 1 });
    return at;
  }

  #release(places: readonly (number | undefined)[]): void {
    for (const at of places) {
      const held = at === undefined ? undefined : this.#held.get(at);
      if (held && at !== undefined && --held.uses === 0) this.#held.delete(at);
    }
  }

  #end(number: number): void {
    const connection = this.#connections.get(number);
    if (!connection) return;
    this.#connections.delete(number);
    this.#release([connection.opened, ...[...connection.unanswered.values()].map(({ at }) => at)]);
    for (const pair of connection.pairs.values()) this.#release(pair);
  }
}
