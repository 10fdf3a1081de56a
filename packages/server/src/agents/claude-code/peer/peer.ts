/** JSON-RPC over one WebSocket, with limits on unsent messages. It knows nothing about MCP or editors. */
import { type Logger, messageOf, stackOf } from "@tandem-ide/base";
import type { RequestId } from "@tandem-ide/protocol";
import { type RawData, WebSocket } from "ws";
import { type Answer, invalid } from "../../../json-rpc/answers.js";
import type { MessageLimits } from "../../../json-rpc/batch.js";
import { type Handler, Receiver } from "../../../json-rpc/receiver.js";

export interface PeerHandler extends Handler {
  /** The client doesn't read its messages, so the connection must be closed. */
  overflowed(): void;
}

const asText = { binary: false };

export class Peer {
  readonly #socket: WebSocket;
  readonly #handler: PeerHandler;
  readonly #receiver: Receiver;
  readonly #limits: MessageLimits;
  readonly #log: Logger;
  readonly #logBodies: boolean;

  constructor(socket: WebSocket, handler: PeerHandler, limits: MessageLimits, log: Logger, logBodies: boolean) {
    this.#socket = socket;
    this.#handler = handler;
    this.#receiver = new Receiver(handler, limits, log, logBodies);
    this.#limits = limits;
    this.#log = log;
    this.#logBodies = logBodies;
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
  }

  /** Aborts all pending requests and drops their responses. */
  abortAll(reason: string): void {
    this.#receiver.abortAll(reason);
  }

  /** Aborts one pending request and drops its response. */
  cancel(id: RequestId, reason: string): void {
    this.#receiver.cancel(id, reason);
  }

  notify(method: string, params: unknown): void {
    this.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Sends a message. Messages for several peers are serialised once, as bytes. */
  send(message: Buffer | string): void {
    const socket = this.#socket;
    if (socket.readyState !== WebSocket.OPEN) return;
    if (this.#logBodies) this.#log.debug("Sent message", { message: message.toString() });
    // Check before sending, so one large response never drops a client that reads.
    if (this.dropIfBackpressured()) return;
    socket.send(message, asText);
  }

  /** Drops a client that doesn't read its messages, and returns true if it did (CON-07). */
  dropIfBackpressured(): boolean {
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount <= this.#limits.maxUnsentBytes) return false;
    this.#log.warn("Dropping a client that does not read", { unsentBytes: bufferedAmount });
    this.#handler.overflowed();
    return true;
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (isBinary) {
      this.send(invalid(null, "Binary frames are not supported. Send JSON-RPC in text frames"));
      return;
    }
    const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
    void this.#reply(this.#receiver.receive(bytes));
  }

  async #reply(work: Answer | Promise<Answer>): Promise<void> {
    try {
      const answer = await work;
      if (answer !== undefined) this.send(answer);
    } catch (error) {
      // Should not happen. Log it and keep the editor running.
      this.#log.error(`A message could not be handled: ${messageOf(error)}`, { stack: stackOf(error) });
    }
  }
}
