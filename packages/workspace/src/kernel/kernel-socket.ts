/** The socket to one kernel's channels: messages in and out, and the news that it is gone. */

import type { Clock } from "@tandem/base";
import type { WebSocket } from "ws";
import type { JupyterConnection } from "./connection.js";
import type { KernelMessage } from "./services.js";

export interface KernelSocketEvents {
  message(message: KernelMessage): void;
  /** Once, also when it never opened; not after {@link KernelSocket.close}. */
  closed(code: number, reason: string): void;
}

/** A peer that answers no ping for this long is gone, though no packet said so: a laptop slept, a tunnel broke. */
const heartbeatMs = 30_000;

export class KernelSocket {
  /** Resolves when messages can be sent, rejects when it closes before that. */
  readonly opened: Promise<void>;
  readonly #socket: WebSocket;
  readonly #connection: JupyterConnection;
  readonly #clock: Clock;
  #isClosed = false;
  #callOffHeartbeat = () => {};

  constructor(
    connection: JupyterConnection,
    kernelId: string,
    session: string,
    clock: Clock,
    events: KernelSocketEvents,
  ) {
    this.#connection = connection;
    this.#clock = clock;
    const socket = connection.openSocket(kernelId, session);
    this.#socket = socket;
    let problem = "";
    this.opened = new Promise((resolve, reject) => {
      socket.once("open", () => {
        this.#beat();
        resolve();
      });
      // A refused upgrade is an error of the socket, too, and is followed by its close.
      socket.on("error", (error) => {
        problem = error.message;
      });
      socket.once("close", (code, reason) => {
        this.#callOffHeartbeat();
        const why = problem || reason.toString() || `code ${code}`;
        reject(new Error(why));
        if (!this.#isClosed) events.closed(code, why);
        this.#isClosed = true;
      });
    });
    // Whoever does not wait for it learns of it by the event.
    this.opened.catch(() => {});
    socket.on("pong", () => this.#isAlive());
    socket.on("message", (data, isBinary) => {
      if (this.#isClosed) return;
      this.#isAlive();
      const message = connection.deserialize(isBinary ? data : data.toString(), socket.protocol);
      if (message !== undefined) events.message(message);
    });
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#socket.readyState === this.#socket.OPEN;
  }

  send(message: Parameters<JupyterConnection["serialize"]>[0]): void {
    this.#socket.send(this.#connection.serialize(message, this.#socket.protocol));
  }

  close(): void {
    this.#isClosed = true;
    this.#callOffHeartbeat();
    this.#socket.close();
    // A peer that does not answer the close would keep the process alive for half a minute.
    const callOff = this.#clock.after(1_000, () => this.#socket.terminate());
    this.#socket.once("close", callOff);
  }

  #beat(): void {
    this.#callOffHeartbeat = this.#clock.after(heartbeatMs, () => {
      this.#callOffHeartbeat = this.#clock.after(heartbeatMs, () => this.#socket.terminate());
      this.#socket.ping();
    });
  }

  /** Something came, so the peer is there. */
  #isAlive(): void {
    this.#callOffHeartbeat();
    if (!this.#isClosed) this.#beat();
  }
}
