/**
 * Limits how many connections the page server keeps. Any program on this machine can open connections and leave them
 * open. Unauthenticated ones get one response and a short time limit. When there are too many, the oldest is closed, so
 * the user's next request always gets through.
 */
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem-ide/base";

/** More than the system's backlog, so that no connection is closed before its request is read. */
const maxUnauthenticated = 1024;
/** A browser sends its request immediately. */
const unauthenticatedMs = 5000;
/** Connections of the user's own browsers. */
const maxAuthenticated = 100;

export class ConnectionLimits {
  readonly #clock: Clock;
  /** Cancels the timeout of each connection; oldest first. */
  readonly #unauthenticated = new Map<Duplex, () => void>();
  readonly #answered = new WeakSet<Duplex>();
  readonly #authenticated = new Set<Duplex>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a new connection. */
  add(socket: Duplex): void {
    const [oldest] = this.#unauthenticated.keys();
    if (oldest && this.#unauthenticated.size >= maxUnauthenticated) this.#end(oldest);
    const cancelTimeout = this.#clock.after(unauthenticatedMs, () => this.#end(socket));
    this.#unauthenticated.set(socket, cancelTimeout);
    socket.once("close", () => {
      this.#forget(socket);
      this.#authenticated.delete(socket);
    });
  }

  /** Marks a connection as the user's browser. Returns false if the browser has too many connections. */
  authenticate(socket: Duplex): boolean {
    if (this.#authenticated.has(socket)) return true;
    if (this.#authenticated.size >= maxAuthenticated) return false;
    this.#forget(socket);
    this.#authenticated.add(socket);
    return true;
  }

  /** Allows one unauthenticated request. A second one closes the connection: browsers wait for the first response. */
  allowRequest(socket: Duplex): boolean {
    if (this.#answered.has(socket)) {
      this.#end(socket);
      return false;
    }
    this.#answered.add(socket);
    return true;
  }

  #forget(socket: Duplex): void {
    this.#unauthenticated.get(socket)?.();
    this.#unauthenticated.delete(socket);
  }

  #end(socket: Duplex): void {
    this.#forget(socket);
    socket.destroy();
  }
}
