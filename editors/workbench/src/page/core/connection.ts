/**
 * The socket to the host: requests with answers, and what the host tells. It comes back by itself after a drop; what was
 * asked while it was away fails with words for people, and the documents push again what was not confirmed. A host that
 * does not know this load of the page any more, because it was started anew, needs another load.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Hello } from "@tandem/page-door";
import type { EventName, Events, FromHost, FromPage, Method, Params, Result } from "../../messages.js";
import { backOff } from "./back-off.js";

/**
 * `lost` may come back by itself; `ended` means that nobody answers any more, `replaced` that a newer connection of this
 * page took over, `refused` that this load is not let in and loading anew has not helped.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "ended" | "replaced" | "refused";

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
/** When the page last loaded itself anew. */
const reloadKey = "tandem.reloaded";
/** So soon after one reload another one would not help either. */
const reloadPauseMs = 30_000;
/** Of the door's close codes (see `closeCodes` in window-sockets.ts). */
const closeCodes = { refused: 1008, replaced: 4000 } as const;
/** What the door answers to a browser that it does not know. */
const notIn = 401;
/** So many failures in a row, to find the host or to be let in, mean that it is gone and not only busy. */
const failuresUntilEnded = 4;

/** One for the page. */
export class Connection {
  readonly #secret: string;
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
  #socket: WebSocket | undefined;
  #nextId = 0;
  #attempt = 0;
  #failures = 0;
  #hasLeft = false;

  constructor(secret: string) {
    this.#secret = secret;
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** Starts, and keeps trying for as long as the page lives. */
  open(): void {
    this.#connect();
    addEventListener("pagehide", () => {
      this.#hasLeft = true;
      this.#send({ id: this.#nextId++, method: "window.leave", params: {} });
      this.#socket?.close();
    });
    // A page that the browser kept and shows again has said goodbye already, so it greets anew.
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#hasLeft = false;
      this.#connect();
    });
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

  #connect(): void {
    const url = new URL("/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      const window = sessionStorage.getItem(windowKey);
      this.#send({ hello: { secret: this.#secret, ...(window === null ? {} : { window }) } });
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string") this.#receive(JSON.parse(data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket === socket) this.#closed(code);
    });
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
    this.#attempt = 0;
    this.#failures = 0;
    this.#state.value = "open";
  }

  #tell<E extends EventName>(frame: EventFrame<E>): void {
    const listeners: Set<(data: Events[E]) => void> = this.#listeners[frame.event];
    for (const listener of listeners) listener(frame.data);
  }

  #send(frame: FromPage | Hello): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(frame));
    return true;
  }

  #closed(code: number): void {
    const error = new Error("The connection to Tandem was lost before it answered.");
    for (const pending of this.#pending.values()) pending.reject(error);
    this.#pending.clear();
    if (this.#hasLeft) return;
    if (code === closeCodes.replaced) this.#state.value = "replaced";
    else if (code === closeCodes.refused) this.#loadAnew();
    else this.#failed();
  }

  #failed(): void {
    if (++this.#failures >= failuresUntilEnded) this.#state.value = "ended";
    else if (this.#state.value !== "ended") this.#state.value = "lost";
    setTimeout(() => void this.#tryAgain(), backOff(this.#attempt++));
  }

  async #tryAgain(): Promise<void> {
    const status = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (this.#hasLeft) return;
    if (status === undefined) this.#failed();
    else if (status === notIn) this.#loadAnew();
    else this.#connect();
  }

  /** Loads the page again, which mends a secret that the host does not know. Once: a page must not reload forever. */
  #loadAnew(): void {
    const last = Number(sessionStorage.getItem(reloadKey) ?? 0);
    // Also for when the user keeps the page, because there is something in it that could not be sent.
    this.#state.value = "refused";
    if (Date.now() - last < reloadPauseMs) return;
    sessionStorage.setItem(reloadKey, String(Date.now()));
    location.reload();
  }
}
