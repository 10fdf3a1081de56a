/**
 * A page's socket to its host. It comes back by itself after a drop. A host that does not know this load of the page any
 * more, because it was started anew, needs another load.
 */
import type { Hello } from "../hello.js";
import { reconnectDelay } from "./reconnect-delay.js";

/**
 * `lost` may come back by itself; `ended` means that nobody answers any more, `replaced` that a newer connection of this
 * page took over, `refused` that this load is not let in and loading anew has not helped.
 */
export type DoorState = "connecting" | "open" | "lost" | "ended" | "replaced" | "refused";

export interface DoorSocketOptions {
  /** Said first on every connection. */
  readonly hello: () => Hello["hello"];
  readonly onText: (text: string) => void;
  readonly onState: (state: DoorState) => void;
  /** A connection has ended, for whatever reason. */
  readonly onClosed?: () => void;
  /** The user leaves the page: the last moment to say something. */
  readonly onLeave?: () => void;
  /** So many failures in a row, to find the host or to be let in, mean that it is gone and not only busy. */
  readonly failuresUntilEnded: number;
  /** False: the page keeps what only it has, so it is not loaded anew by itself. */
  readonly mayReload?: () => boolean;
  /** True: a host that does not know this browser makes the page load anew. False: what is shown stays. */
  readonly mayLoadAnewForStranger: boolean;
}

/** When the page last loaded itself anew. */
const reloadKey = "tandem.reloaded";
/** So soon after one reload another one would not help either. */
const reloadPauseMs = 30_000;
/** Of the door's close codes (see `closeCodes` in window-sockets.ts). */
const closeCodes = { refused: 1008, replaced: 4000 } as const;
/** What the door answers to a browser that it does not know. */
const notIn = 401;

/**
 * One for the page.
 *
 * @example
 * const socket = new DoorSocket({ hello: () => ({ secret }), onText: read, onState: show, failuresUntilEnded: 3, mayLoadAnewForStranger: false });
 * socket.open();
 */
export class DoorSocket {
  readonly #options: DoorSocketOptions;
  #state: DoorState = "connecting";
  #socket: WebSocket | undefined;
  #attempt = 0;
  #failures = 0;
  #hasLeft = false;

  constructor(options: DoorSocketOptions) {
    this.#options = options;
  }

  /** Starts, and keeps trying for as long as the page lives. */
  open(): void {
    this.#connect();
    addEventListener("pagehide", () => {
      this.#hasLeft = true;
      this.#options.onLeave?.();
      this.#socket?.close();
    });
    // A page that the browser kept and shows again has said goodbye already, so it greets anew.
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#hasLeft = false;
      this.#connect();
    });
  }

  /** False when there is no connection now. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** The host has greeted back: this connection counts. */
  welcomed(): void {
    this.#attempt = 0;
    this.#failures = 0;
    this.#become("open");
  }

  #become(state: DoorState): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#options.onState(state);
  }

  #connect(): void {
    const url = new URL("/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ hello: this.#options.hello() } satisfies Hello));
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data === "string" && this.#socket === socket) this.#options.onText(data);
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket === socket) this.#closed(code);
    });
  }

  #closed(code: number): void {
    this.#options.onClosed?.();
    if (this.#hasLeft) return;
    if (code === closeCodes.replaced) this.#become("replaced");
    else if (code === closeCodes.refused) this.#loadAnew();
    else this.#failed();
  }

  #failed(): void {
    if (++this.#failures >= this.#options.failuresUntilEnded) this.#become("ended");
    else if (this.#state !== "ended") this.#become("lost");
    setTimeout(() => void this.#tryAgain(), reconnectDelay(this.#attempt++));
  }

  async #tryAgain(): Promise<void> {
    const status = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (this.#hasLeft) return;
    if (status === undefined) this.#failed();
    else if (status !== notIn) this.#connect();
    else if (this.#options.mayLoadAnewForStranger) this.#loadAnew();
    else this.#become("refused");
  }

  /** Loads the page again, which mends a secret that the host does not know. Once: a page must not reload forever. */
  #loadAnew(): void {
    const last = Number(sessionStorage.getItem(reloadKey) ?? 0);
    this.#become("refused");
    if (Date.now() - last < reloadPauseMs || !(this.#options.mayReload?.() ?? true)) return;
    sessionStorage.setItem(reloadKey, String(Date.now()));
    location.reload();
  }
}
