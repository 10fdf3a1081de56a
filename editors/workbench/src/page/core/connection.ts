/**
 * The connection to the host: requests and events. Requests without a connection fail with a message for the user.
 * Documents push unconfirmed changes again after a reconnect.
 */
import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { type ConnectionState, PageSocket } from "@tandem-ide/page-server/page";
import type { EventName, Events, FromHost, FromPage, Method, Params, Result } from "../../messages.js";

interface Pending {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

type Listeners = { [E in EventName]: Set<(data: Events[E]) => void> };
type EventFrame<E extends EventName = EventName> = {
  [K in E]: { readonly event: K; readonly data: Events[K] };
}[E];

const windowKey = "tandem.window";

/** Why a request can't be sent, and what the user can do. */
const awayMessages: Readonly<Record<ConnectionState, string>> = {
  connecting: "Still connecting to Tandem. Try again in a moment.",
  open: "The connection to Tandem was lost. Try again.",
  lost: "No connection to Tandem. Try again when the page has reconnected.",
  ended: "Tandem is no longer running. Copy or download your text above, then restart Tandem.",
  replaced: "This page is now active in another tab. Reload to use it here.",
  refused: "Tandem no longer recognises this page. Copy or download your text above, then open a new link.",
};

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
    "review.ended": new Set(),
    "review.comments": new Set(),
    "terminal.output": new Set(),
    "terminal.ended": new Set(),
    "language.message": new Set(),
    "language.closed": new Set(),
    diagnostics: new Set(),
    changes: new Set(),
  };
  readonly #socket: PageSocket;
  #nextId = 0;

  /** `canReload` returns true if nothing would be lost by reloading the page. */
  constructor(secret: string, canReload: () => boolean) {
    this.#socket = new PageSocket({
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
      canReload,
      reloadWhenUnrecognised: true,
    });
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** The connection was lost, so typed text can't be saved. */
  get isAway(): ReadonlySignal<boolean> {
    return this.#isAway;
  }

  /** Describes why there is no connection. */
  awayError(): Error {
    return new Error(awayMessages[this.#state.peek()]);
  }

  /** Connects, and reconnects until the page is closed. */
  open(): void {
    this.#socket.open();
  }

  /** Sends a request. Rejects with a message for the user. */
  request<M extends Method>(method: M, params: Params<M>): Promise<Result<M>> {
    return new Promise((resolve, reject) => {
      const id = this.#nextId++;
      if (!this.#send({ id, method, params })) {
        reject(this.awayError());
        return;
      }
      // Results aren't validated: the host is part of this package.
      this.#pending.set(id, { resolve: (result) => resolve(result as Result<M>), reject });
    });
  }

  /** Calls `listener` for each event. Returns a function that removes it. */
  on<E extends EventName>(event: E, listener: (data: Events[E]) => void): () => void {
    const listeners: Set<(data: Events[E]) => void> = this.#listeners[event];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Answers a `flush`. */
  sendFlushed(flush: number): void {
    this.#send({ flushed: flush });
  }

  #receive(frame: FromHost): void {
    if ("event" in frame) {
      if (frame.event === "welcome") {
        sessionStorage.setItem(windowKey, frame.data.window);
        this.#socket.markOpen();
      }
      this.#emit(frame);
      return;
    }
    const pending = this.#pending.get(frame.id);
    this.#pending.delete(frame.id);
    if ("error" in frame) pending?.reject(new Error(frame.error));
    else pending?.resolve(frame.result);
  }

  #emit<E extends EventName>(frame: EventFrame<E>): void {
    const listeners: Set<(data: Events[E]) => void> = this.#listeners[frame.event];
    for (const listener of listeners) listener(frame.data);
  }

  #send(frame: FromPage): boolean {
    return this.#socket.send(JSON.stringify(frame));
  }

  #closed(): void {
    const error = new Error("The connection to Tandem was lost before it could answer.");
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
  }
}
