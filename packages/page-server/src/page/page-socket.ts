/** A page's connection to its host. It reconnects automatically. After the host restarts, the page must be reloaded. */
import type { Hello } from "../hello-message.js";
import { reconnectDelay } from "./reconnect-delay.js";

/**
 * `lost`: reconnecting. `ended`: the host no longer answers. `replaced`: a newer connection of this page took over.
 * `refused`: the host rejects this page load, and reloading hasn't helped.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "ended" | "replaced" | "refused";

export interface PageSocketOptions {
  /** Sent first on every connection. */
  readonly hello: () => Hello["hello"];
  readonly onText: (text: string) => void;
  readonly onState: (state: ConnectionState) => void;
  /** Called when a connection ends, for any reason. */
  readonly onClosed?: () => void;
  /** Called when the user leaves the page: the last chance to send something. */
  readonly onLeave?: () => void;
  /** After this many failed attempts in a row the host counts as gone, not just busy. */
  readonly failuresUntilEnded: number;
  /** Returns false while a reload would lose unsaved state. */
  readonly canReload?: () => boolean;
  /** Whether to reload the page when the host doesn't recognise this browser. */
  readonly reloadWhenUnrecognised: boolean;
}

/** When the page last reloaded itself. */
const reloadKey = "tandem.reloaded";
/** A second reload within this time wouldn't help. */
const reloadPauseMs = 30_000;
/** From `closeCodes` in window-sockets.ts. */
const closeCodes = { refused: 1008, replaced: 4000 } as const;
const unauthorized = 401;

/**
 * Create one per page.
 *
 * @example
 * const socket = new PageSocket({ hello: () => ({ secret }), onText: read, onState: show, failuresUntilEnded: 3, reloadWhenUnrecognised: false });
 * socket.open();
 */
export class PageSocket {
  readonly #options: PageSocketOptions;
  #state: ConnectionState = "connecting";
  #socket: WebSocket | undefined;
  #attempt = 0;
  #failures = 0;
  #hasLeft = false;

  constructor(options: PageSocketOptions) {
    this.#options = options;
  }

  /** Connects, and reconnects for as long as the page is open. */
  open(): void {
    this.#connect();
    addEventListener("pagehide", () => {
      this.#hasLeft = true;
      this.#options.onLeave?.();
      this.#socket?.close();
    });
    // A page restored from the back/forward cache has closed its connection.
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#hasLeft = false;
      this.#connect();
    });
  }

  /** Returns false if there is no connection. */
  send(text: string): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(text);
    return true;
  }

  /** Call this when the host has answered the hello. */
  markOpen(): void {
    this.#attempt = 0;
    this.#failures = 0;
    this.#setState("open");
  }

  #setState(state: ConnectionState): void {
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
    if (code === closeCodes.replaced) this.#setState("replaced");
    else if (code === closeCodes.refused) this.#reload();
    else this.#retryLater();
  }

  #retryLater(): void {
    if (++this.#failures >= this.#options.failuresUntilEnded) this.#setState("ended");
    else if (this.#state !== "ended") this.#setState("lost");
    setTimeout(() => void this.#retry(), reconnectDelay(this.#attempt++));
  }

  async #retry(): Promise<void> {
    const status = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (this.#hasLeft) return;
    if (status === undefined) this.#retryLater();
    else if (status !== unauthorized) this.#connect();
    else if (this.#options.reloadWhenUnrecognised) this.#reload();
    else this.#setState("refused");
  }

  /** Reloads the page to get a secret that the host recognises, but never in a loop. */
  #reload(): void {
    const last = Number(sessionStorage.getItem(reloadKey) ?? 0);
    const mayHelp = Date.now() - last >= reloadPauseMs && (this.#options.canReload?.() ?? true);
    // While the reload may help, "refused" would be wrong a moment later.
    this.#setState(mayHelp ? "lost" : "refused");
    if (!mayHelp) return;
    sessionStorage.setItem(reloadKey, String(Date.now()));
    location.reload();
  }
}
