/**
 * The socket to the host: requests with answers, and what the host tells. What was asked while it was away fails with words
 * for people, and the documents push again what was not confirmed.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import { DoorSocket, type DoorState } from "@tandem/page-door/page";
import type { EventName, Events, FromHost, FromPage, Method, Params, Result } from "../../messages.js";

export type ConnectionState = DoorState;

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Listeners = { [E in EventName]: Set<(data: Events[E]) => void> };
/** One event, with the data that belongs to its name. */
type EventFrame<E extends EventName = EventName> = {
  [K in E]: { readonly event: K; readonly data: Events[K] };
}[E];

const windowKey = "tandem.window";

/** One for the page. */
export class Connection {
  readonly #state = signal<ConnectionState>("connecting");
  readonly #pending = new Map<number, Pending>();
  readonly #listeners: Listeners = {
    welcome: new Set(),
    model: new Set(),
    show: new Set(),
    "document.updates": new Set(),
    "review.base": new Set(),
    "tree.changed": new Set(),
    flush: new Set(),
    "terminal.output": new Set(),
    "terminal.ended": new Set(),
    "language.message": new Set(),
    "language.closed": new Set(),
    diagnostics: new Set(),
  };
  readonly #socket: DoorSocket;
  #nextId = 0;

  constructor(secret: string) {
    this.#socket = new DoorSocket({
      hello: () => {
        const window = sessionStorage.getItem(windowKey);
        return { secret, ...(window === null ? {} : { window }) };
      },
      onText: (text) => this.#receive(JSON.parse(text)),
      onState: (state) => {
        this.#state.value = state;
      },
      onClosed: () => this.#closed(),
      onLeave: () => this.#send({ id: this.#nextId++, method: "window.leave", params: {} }),
      failuresUntilEnded: 4,
      mayLoadAnewForStranger: true,
    });
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** Starts, and keeps trying for as long as the page lives. */
  open(): void {
    this.#socket.open();
  }

  /** Asks the host; rejects with its words, or with ours when there is no connection. */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      if (!this.#send({ id, method, params })) {
        reject(new Error("There is no connection to Tandem at the moment. Try again once the page is connected."));
        return;
      }
      // The host is ours and answers with the types of messages.ts, so its word is taken.
      this.#pending.set(id, { resolve: (result) => resolve(result as Result<M>), reject });
    });
  }

  /** Calls `listener` for each event of that name; the function that is returned ends it. */
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void {
    const listeners: Set<(data: Events[E]) => void> = this.#listeners[event];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Answers a `flush`. */
  tellFlushed(flush: number): void {
    this.#send({ flushed: flush });
  }

  #receive(frame: FromHost): void {
    if ("event" in frame) {
      if (frame.event === "welcome") this.#welcomed(frame.data.window);
      this.#tell(frame);
      return;
    }
    const pending = this.#pending.get(frame.id);
    this.#pending.delete(frame.id);
    if ("error" in frame) pending?.reject(new Error(frame.error));
    else pending?.resolve(frame.result);
  }

  #welcomed(window: string): void {
    sessionStorage.setItem(windowKey, window);
    this.#socket.welcomed();
  }

  #tell<E extends EventName>(frame: EventFrame<E>): void {
    const listeners: Set<(data: Events[E]) => void> = this.#listeners[frame.event];
    for (const listener of listeners) listener(frame.data);
  }

  #send(frame: FromPage): boolean {
    return this.#socket.send(JSON.stringify(frame));
  }

  #closed(): void {
    const error = new Error("The connection to Tandem was lost before it answered.");
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
