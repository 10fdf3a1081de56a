/**
 * One client over MCP's Streamable HTTP: it sends each message as a POST, and keeps one GET open on which it receives
 * notifications as server-sent events. It is connected from `initialize` until that stream stays closed.
 */
import { randomUUID } from "node:crypto";
import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import type { Clock, Logger } from "@tandem-ide/base";
import type { MessageLimits } from "../json-rpc/batch.js";
import { type Handler, Receiver } from "../json-rpc/receiver.js";
import { beginEvents, keepAlive, writeEvent } from "./events.js";

/** The official client reopens a lost stream after one second. */
const reopenMs = 2_500;
/** A client that doesn't open a stream is forgotten this long after its last message. */
const idleMs = 60_000;
/** Notifications kept for a client whose stream is closed. */
const maxKept = 100;

export interface ConnectionHandler extends Handler {
  /** Called when the client can receive notifications. */
  streamOpened(): void;
  /** Called when the client is gone. */
  ended(): void;
}

export interface ConnectionOptions {
  readonly limits: MessageLimits;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logBodies: boolean;
  /** The client's own id for the session. Default: a new one. */
  readonly id: string | undefined;
  /** The headers of `initialize`. */
  readonly headers: IncomingHttpHeaders;
  closed(connection: Connection): void;
}

export class Connection {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly #options: ConnectionOptions;
  #handler: ConnectionHandler | undefined;
  #receiver: Receiver | undefined;
  #stream: ServerResponse | undefined;
  /** Notifications that wait for the stream. */
  #kept: string[] = [];
  #cancelEnd: (() => void) | undefined;
  #isEnded = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    this.id = options.id ?? randomUUID();
    this.headers = options.headers;
    this.#endAfter(idleMs);
  }

  /** Sets the code that handles this client's messages. */
  serve(handler: ConnectionHandler): void {
    const { limits, log, logBodies } = this.#options;
    this.#handler = handler;
    this.#receiver = new Receiver(handler, limits, log, logBodies);
  }

  /** Whether notifications reach the client at once. */
  get hasStream(): boolean {
    return this.#stream !== undefined;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Handles a message and returns the response. */
  receive(bytes: Buffer): ReturnType<Receiver["receive"]> {
    if (!this.hasStream) this.#endAfter(idleMs);
    return this.#receiver?.receive(bytes);
  }

  cancel(id: string | number, reason: string): void {
    this.#receiver?.cancel(id, reason);
  }

  /** Opens the stream for notifications. A newer one replaces it. */
  open(response: ServerResponse): void {
    this.#stream?.end();
    this.#stream = response;
    this.#cancelEnd?.();
    response.on("close", () => {
      if (this.#stream !== response) return;
      this.#stream = undefined;
      if (!this.#isEnded) this.#endAfter(reopenMs);
    });
    beginEvents(response, this.id);
    for (const message of this.#kept.splice(0)) writeEvent(response, message);
    this.#handler?.streamOpened();
  }

  /** Sends a state, such as the selection. It is lost while the stream is closed, because opening it sends the state again. */
  sendState(method: string, params: unknown): void {
    if (this.#stream) this.#write(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Sends a notification that must not be lost. It waits while the stream is closed. */
  send(method: string, params: unknown): void {
    if (this.#isEnded) return;
    const message = JSON.stringify({ jsonrpc: "2.0", method, params });
    if (this.#stream) this.#write(message);
    else if (this.#kept.push(message) > maxKept) this.end("The client isn't receiving its notifications");
  }

  #write(message: string): void {
    const stream = this.#stream;
    if (!stream) return;
    if (this.#options.logBodies) this.#options.log.debug("Sent message", { message });
    if (stream.writableLength > this.#options.limits.maxUnsentBytes) {
      this.#options.log.warn("Dropping a client that does not read", { unsentBytes: stream.writableLength });
      this.end("Too much unread output");
      stream.destroy();
      return;
    }
    writeEvent(stream, message);
  }

  /** Keeps the client from closing a quiet stream. */
  keepAlive(): void {
    if (this.#stream) keepAlive(this.#stream);
  }

  /** Forgets the client: its pending requests are aborted and its stream is closed. */
  end(reason: string): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#cancelEnd?.();
    this.#receiver?.abortAll(reason);
    this.#stream?.end();
    this.#stream = undefined;
    this.#kept = [];
    this.#options.closed(this);
    this.#handler?.ended();
  }

  #endAfter(ms: number): void {
    this.#cancelEnd?.();
    this.#cancelEnd = this.#options.clock.after(ms, () => this.end("The client has disconnected"));
  }
}
