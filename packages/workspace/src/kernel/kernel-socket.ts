/** The socket to a kernel's channels: sends and receives messages, and detects a lost connection. */
import type { Clock } from "@tandem-ide/base";
import type { WebSocket } from "ws";
import type { JupyterConnection } from "./connection.js";
import type { KernelMessage } from "./services.js";

export interface KernelSocketEvents {
  message(message: KernelMessage): void;
  /** Called once, even if the socket never opened, but not after {@link KernelSocket.close}. */
  closed(code: number, reason: string): void;
}

/** A peer that doesn't answer a ping for this long is gone, for example because a laptop slept or a tunnel broke. */
const heartbeatMs = 30_000;

export class KernelSocket {
  /** Resolves when messages can be sent. Rejects when the socket closes before that. */
  readonly opened: Promise<void>;
  readonly #socket: WebSocket;
  readonly #connection: JupyterConnection;
  readonly #clock: Clock;
  #isClosed = false;
  #cancelHeartbeat = () => {};

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
      // A rejected upgrade is also an error of the socket, followed by its close.
      socket.on("error", (error) => {
        problem = error.message;
      });
      socket.once("close", (code, reason) => {
        this.#cancelHeartbeat();
        const why = problem || reason.toString() || `code ${code}`;
        reject(new Error(why));
        if (!this.#isClosed) events.closed(code, why);
        this.#isClosed = true;
      });
    });
    // Callers that don't await it get the `closed` event.
    this.opened.catch(() => {});
    socket.on("pong", () => this.#restartHeartbeat());
    socket.on("message", (data, isBinary) => {
      if (this.#isClosed) return;
      this.#restartHeartbeat();
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
    this.#cancelHeartbeat();
    this.#socket.close();
    // A peer that doesn't answer the close would keep the process alive for half a minute.
    const cancelTerminate = this.#clock.after(1_000, () => this.#socket.terminate());
    this.#socket.once("close", cancelTerminate);
  }

  #beat(): void {
    this.#cancelHeartbeat = this.#clock.after(heartbeatMs, () => {
      this.#cancelHeartbeat = this.#clock.after(heartbeatMs, () => this.#socket.terminate());
      this.#socket.ping();
    });
  }

  /** Called after any message. */
  #restartHeartbeat(): void {
    this.#cancelHeartbeat();
    if (!this.#isClosed) this.#beat();
  }
}
