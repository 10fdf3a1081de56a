/**
 * Keeps the dropped entries that later ones depend on: how each open connection began, which tools the editor has, and
 * pending calls. Without them a late response would seem to have no request, and every call would seem to precede
 * initialize.
 */
import { type Classified, classify } from "@tandem-ide/protocol";
import { type End, type Entry, otherEnd } from "../recording/entry.js";

interface ContextEntry {
  readonly entry: Entry;
  /** How many of its messages are needed, which can be several in a batch. */
  uses: number;
}

interface Pending {
  readonly at: number;
  readonly method: string;
}

interface OpenConnection {
  /** By sender and id. */
  readonly unanswered: Map<string, Pending>;
  /** The latest request and its response, by method. */
  readonly pairs: Map<string, readonly number[]>;
  opened: number | undefined;
}

/** Methods whose responses are needed to read later messages. */
const contextMethods = new Set(["initialize", "tools/list"]);
/** Older calls will most likely never be answered. */
const maxUnanswered = 10_000;
const keyOf = (sender: End, id: unknown) => `${sender} ${JSON.stringify(id)}`;

function messagesOf(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [value];
  } catch {
    return [];
  }
}

export class DroppedContext {
  /** Oldest first. */
  readonly #context = new Map<number, ContextEntry>();
  readonly #connections = new Map<number, OpenConnection>();
  #count = 0;

  get entries(): Entry[] {
    return [...this.#context.values()].map(({ entry }) => entry);
  }

  /** Adds the next dropped entry and returns how many rows it had. */
  drop(entry: Entry): number {
    const at = this.#count++;
    if ("close" in entry || "refused" in entry) this.#end(entry.connection);
    else if ("open" in entry) this.#connectionOf(entry).opened = this.#keep(at, entry);
    else if ("text" in entry) {
      const messages = messagesOf(entry.text);
      for (const message of messages) this.#add(at, entry, entry.from, classify(message));
      return Math.max(1, messages.length);
    }
    return 1;
  }

  #add(at: number, entry: Entry, from: End, classified: Classified): void {
    const { unanswered, pairs } = this.#connectionOf(entry);
    if (classified.kind === "request") {
      const { id, method } = classified.message;
      const key = keyOf(from, id);
      this.#release([unanswered.get(key)?.at]);
      unanswered.delete(key);
      unanswered.set(key, { at: this.#keep(at, entry), method });
      this.#forgetOldest(unanswered);
    } else if (classified.kind === "response") {
      // The id of a response can be anything, including objects.
      if (typeof classified.message.id === "object") return;
      const key = keyOf(otherEnd[from], classified.message.id);
      const request = unanswered.get(key);
      if (!request) return;
      unanswered.delete(key);
      if (contextMethods.has(request.method)) {
        this.#release(pairs.get(request.method) ?? []);
        pairs.set(request.method, [request.at, this.#keep(at, entry)]);
      } else this.#release([request.at]);
    }
  }

  #forgetOldest(unanswered: Map<string, Pending>): void {
    const [oldest] = unanswered;
    if (unanswered.size <= maxUnanswered || !oldest) return;
    const [key, { at }] = oldest;
    unanswered.delete(key);
    this.#release([at]);
  }

  #connectionOf({ connection }: Entry): OpenConnection {
    const found = this.#connections.get(connection) ?? { unanswered: new Map(), pairs: new Map(), opened: undefined };
    this.#connections.set(connection, found);
    return found;
  }

  #keep(at: number, entry: Entry): number {
    const kept = this.#context.get(at);
    if (kept) kept.uses++;
    else this.#context.set(at, { entry, uses: 1 });
    return at;
  }

  #release(indexes: readonly (number | undefined)[]): void {
    for (const at of indexes) {
      const kept = at === undefined ? undefined : this.#context.get(at);
      if (kept && at !== undefined && --kept.uses === 0) this.#context.delete(at);
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
