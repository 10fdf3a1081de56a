/**
 * The socket to the host: requests with answers, and what the host tells. What was asked while it was away fails with words
 * for people, and the documents push again what was not confirmed.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
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

/** Why nothing can be asked, and what to do. */
const awayWords: Readonly<Record<ConnectionState, string>> = {
  connecting: "This page is not connected to Tandem yet. Try again in a moment.",
  open: "The connection to Tandem was lost just now. Try again.",
  lost: "The connection to Tandem is lost. Try again when this page is connected.",
  ended: "Tandem is not running any more. Copy or download your text above, and start Tandem again.",
  replaced: "Another connection of this page took over. Reload to work here.",
  refused: "Tandem does not know this page any more. Copy or download your text above, and open a new link.",
};

/** One for the page. */
export class Connection {
  readonly #state = signal<ConnectionState>("connecting");
  readonly #isAway = computed(() => this.#state.value !== "open" && this.#state.value !== "connecting");
  readonly #pending = new Map<number, Pending>();
  readonly #listeners: Listeners = {
    welcome: new Set(),
    model: new Set(),
    show: new Set(),
    "document.updates": new Set(),
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

  /** `mayReload`: nothing would be lost by loading the page anew. */
  constructor(secret: string, mayReload: () => boolean) {
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
      mayReload,
      mayLoadAnewForStranger: true,
    });
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** There was a connection, and it is gone: what is typed now would reach nobody. */
  get isAway(): ReadonlySignal<boolean> {
    return this.#isAway;
  }

  /** For what cannot be done without a connection. */
  awayError(): Error {
    return new Error(awayWords[this.#state.peek()]);
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
        reject(this.awayError());
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
