/**
 * The socket to the host, which only listens. It comes back by itself after a drop, and gets everything anew then. A host
 * that does not know this load of the page any more, because it was started anew, needs another load.
 */
import { type ReadonlySignal, signal } from "@preact/signals";
import type { Hello } from "@tandem/page-door";
import type { FromHost } from "../../page-host/messages.js";
import { backOff } from "./back-off.js";

/**
 * `lost` may come back by itself; `ended` means that nobody answers any more, `replaced` that a newer connection of this
 * page took over, `refused` that this load is not let in and loading anew has not helped.
 */
export type ConnectionState = "connecting" | "open" | "lost" | "ended" | "replaced" | "refused";

/** When the page last loaded itself anew. */
const reloadKey = "tandem.reloaded";
/** So soon after one reload another one would not help either. */
const reloadPauseMs = 30_000;
/** Of the door's close codes (see `closeCodes` in the page door). */
const closeCodes = { refused: 1008, replaced: 4000 } as const;
/** What the door answers to a browser that it does not know. */
const notIn = 401;
/** So many failures in a row mean that the host is gone and not only busy. */
const failuresUntilEnded = 3;

/** One for the page. */
export class Connection {
  readonly #secret: string;
  readonly #receive: (frame: FromHost) => void;
  readonly #state = signal<ConnectionState>("connecting");
  #socket: WebSocket | undefined;
  #failures = 0;
  #hasLeft = false;

  constructor(secret: string, receive: (frame: FromHost) => void) {
    this.#secret = secret;
    this.#receive = receive;
  }

  get state(): ReadonlySignal<ConnectionState> {
    return this.#state;
  }

  /** Starts, and keeps trying for as long as the page lives. */
  open(): void {
    this.#connect();
    addEventListener("pagehide", () => {
      this.#hasLeft = true;
      this.#socket?.close();
    });
    // A page that the browser kept and shows again.
    addEventListener("pageshow", (event) => {
      if (!event.persisted) return;
      this.#hasLeft = false;
      this.#connect();
    });
  }

  #connect(): void {
    const url = new URL("/socket", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    this.#socket = socket;
    socket.addEventListener("open", () => {
      socket.send(JSON.stringify({ hello: { secret: this.#secret } } satisfies Hello));
    });
    socket.addEventListener("message", ({ data }) => {
      if (typeof data !== "string" || this.#socket !== socket) return;
      this.#failures = 0;
      this.#state.value = "open";
      // The host is ours and says what messages.ts has, so its word is taken.
      this.#receive(JSON.parse(data));
    });
    socket.addEventListener("close", ({ code }) => {
      if (this.#socket === socket && !this.#hasLeft) this.#closed(code);
    });
  }

  #closed(code: number): void {
    if (code === closeCodes.replaced) this.#state.value = "replaced";
    else if (code === closeCodes.refused) this.#loadAnew();
    else this.#failed();
  }

  #failed(): void {
    const wait = backOff(this.#failures++);
    if (this.#failures >= failuresUntilEnded) this.#state.value = "ended";
    else if (this.#state.value !== "ended") this.#state.value = "lost";
    setTimeout(() => void this.#tryAgain(), wait);
  }

  async #tryAgain(): Promise<void> {
    const status = await fetch("/", { method: "HEAD", cache: "no-store" }).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (this.#hasLeft) return;
    if (status === undefined) this.#failed();
    else if (status === notIn) this.#refused();
    else this.#connect();
  }

  /** Somebody else's host: loading the page anew would lose what is shown here, which nobody else has. */
  #refused(): void {
    this.#state.value = "refused";
  }

  /** Loads the page again, which mends a secret that the host has forgotten. Once: a page must not reload forever. */
  #loadAnew(): void {
    const last = Number(sessionStorage.getItem(reloadKey) ?? 0);
    this.#state.value = "refused";
    if (Date.now() - last < reloadPauseMs) return;
    sessionStorage.setItem(reloadKey, String(Date.now()));
    location.reload();
  }
}
