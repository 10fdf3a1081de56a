/**
 * JSON-RPC over one WebSocket: frames in, frames out, requests that can be cancelled, bounds in both directions.
 * It knows nothing of MCP or editors.
 */

import { type Logger, messageOf, stackOf } from "@tandem/base";
import {
  type Classified,
  classify,
  errorCodes,
  type RequestId,
  RpcError,
  type RpcNotification,
  type RpcRequest,
} from "@tandem/protocol";
import { type RawData, WebSocket } from "ws";
import { type Answer, errorAnswer, invalid, isRefusal } from "./answers.js";
import { answerBatch, type BatchAnswers, type PeerLimits } from "./batch.js";
import { isIntricate } from "./intricate.js";

export interface RequestContext {
  /** Aborts when the client cancels, the connection ends or the endpoint stops. */
  readonly signal: AbortSignal;
  /** The same without making a signal. */
  readonly isAborted: boolean;
  /** Aborts the signal although the client still waits: the answer is sent. One that is there already is replaced by the reason. */
  interrupt(reason: Error): void;
  /** Calls back when the answer is sent: in a batch it waits for others. */
  onSent(listener: () => void): void;
  /** Counts what is kept for this request, beside the request itself, until it is answered; throws where that is too much. */
  hold(bytes: number): void;
}

export interface PeerHandler {
  /** The result, or a promise of it; what it throws is the answer too. */
  request(method: string, params: unknown, context: RequestContext): unknown;
  notification(method: string, params: unknown): void;
  /** Whether arrays of messages are taken now (MCP-05). */
  takesBatches(): boolean;
  /** The client does not read what it is sent: end the connection. */
  overflowed(): void;
}

/** A result that is JSON already: for one that is large, and the same again. */
export class RawJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** The whole answer. */
  answer(id: RequestId): Buffer {
    const before = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
    return Buffer.concat([before, this.bytes, Buffer.from("}")]);
  }
}

interface Account {
  mayHold(bytes: number): boolean;
}

/** A request that is being worked on. Its signal is made when somebody looks at it: most calls are over before that. */
class Pending implements RequestContext {
  /** Of the request, and of what is kept for it. */
  bytes: number;
  readonly #account: Account;
  #controller: AbortController | undefined;
  #isAborted = false;
  #isAnswered = false;
  #reason: Error | undefined;
  #recalled: Error | undefined;
  #sentListener: (() => void) | undefined;

  constructor(bytes: number, account: Account) {
    this.bytes = bytes;
    this.#account = account;
  }

  hold(bytes: number): void {
    if (!this.#account.mayHold(bytes)) throw tooMuchWaits();
    this.bytes += bytes;
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason);
    }
    return this.#controller.signal;
  }

  get isAborted(): boolean {
    return this.#isAborted;
  }

  abort(reason: Error): void {
    this.#isAborted = true;
    this.#stop(reason);
  }

  interrupt(reason: Error): void {
    if (this.#isAnswered) this.#recalled ??= reason;
    this.#stop(reason);
  }

  #stop(reason: Error): void {
    this.#reason ??= reason;
    this.#controller?.abort(reason);
  }

  onSent(listener: () => void): void {
    this.#sentListener = listener;
  }

  answered(): void {
    this.#isAnswered = true;
  }

  get recalled(): Error | undefined {
    return this.#recalled;
  }

  sent(): void {
    this.#sentListener?.();
  }
}

const asText = { binary: false };

export class Peer {
  readonly #socket: WebSocket;
  readonly #handler: PeerHandler;
  readonly #limits: PeerLimits;
  readonly #log: Logger;
  readonly #logBodies: boolean;
  /** Asked once: building debug entries that nobody keeps would cost at each message. */
  readonly #isVerbose: boolean;
  readonly #pending = new Map<RequestId, Pending>();
  #pendingBytes = 0;

  constructor(socket: WebSocket, handler: PeerHandler, limits: PeerLimits, log: Logger, logBodies: boolean) {
    this.#socket = socket;
    this.#handler = handler;
    this.#limits = limits;
    this.#log = log;
    this.#logBodies = logBodies;
    this.#isVerbose = log.enabled("debug");
    socket.on("message", (data, isBinary) => this.#receive(data, isBinary));
  }

  /** Ends every request that is being worked on; their answers are dropped. */
  abortAll(reason: string): void {
    for (const pending of this.#pending.values()) pending.abort(new Error(reason));
  }

  /** Ends one of them; its answer is dropped. */
  cancel(id: RequestId, reason: string): void {
    this.#pending.get(id)?.abort(new Error(reason));
  }

  notify(method: string, params: unknown): void {
    this.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }

  /** Sends a message; as bytes when it was serialised once for several peers. */
  send(message: Buffer | string): void {
    const socket = this.#socket;
    if (socket.readyState !== WebSocket.OPEN) return;
    if (this.#logBodies) this.#log.debug("Sent message", { message: message.toString() });
    // Looked at before sending, so that one big answer to a client that reads is never the reason to drop it.
    if (this.dropIfDeaf()) return;
    socket.send(message, asText);
  }

  /** Drops a client that does not read what it is sent, and says whether it did (CON-07). */
  dropIfDeaf(): boolean {
    const { bufferedAmount } = this.#socket;
    if (bufferedAmount <= this.#limits.maxUnsentBytes) return false;
    this.#log.warn("Client does not read: dropping it", { unsentBytes: bufferedAmount });
    this.#handler.overflowed();
    return true;
  }

  #receive(data: RawData, isBinary: boolean): void {
    const bytes = Buffer.isBuffer(data) ? data : Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data);
    if (this.#isVerbose) this.#log.debug("Raw data received", { bytes: bytes.length });
    if (isBinary) {
      this.send(invalid(null, "Send JSON-RPC in text frames: a binary frame was not read"));
      return;
    }
    if (isIntricate(bytes)) {
      this.send(invalid(null, "The message holds more values than any real one: it was not read"));
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString("utf8"));
    } catch (error) {
      this.send(errorAnswer(null, new RpcError(errorCodes.parseError, `Not valid JSON: ${messageOf(error)}`)));
      return;
    }
    if (this.#logBodies) this.#log.debug("Parsed message", { message: value });
    const work = Array.isArray(value)
      ? this.#receiveBatch(value, bytes.length)
      : this.#receiveOne(classify(value), bytes.length);
    void this.#reply(work);
  }

  async #reply(work: Promise<Answer>): Promise<void> {
    try {
      const answer = await work;
      if (answer !== undefined) this.send(answer);
    } catch (error) {
      // Nothing of this should throw; if it does, this editor goes on and the log says so.
      this.#log.error(`A message could not be handled: ${messageOf(error)}`, { stack: stackOf(error) });
    }
  }

  async #receiveBatch(values: readonly unknown[], bytes: number): Promise<Answer> {
    const each = bytes / values.length;
    return answerBatch(values, {
      isTaken: this.#handler.takesBatches(),
      limits: this.#limits,
      answer: (value, batch) => this.#receiveOne(classify(value), each, batch),
    });
  }

  #receiveOne(classified: Classified, bytes: number, batch?: BatchAnswers): Promise<Answer> {
    // Nearly every message is one, and each promise on its way costs a part of a call.
    if (classified.kind === "request") return this.#work(classified.message, bytes, batch);
    return this.#take(classified);
  }

  async #take(classified: Exclude<Classified, { kind: "request" }>): Promise<Answer> {
    switch (classified.kind) {
      case "notification":
        this.#notified(classified.message);
        return undefined;
      case "response":
        // This endpoint asks nothing of its clients.
        this.#log.debug("Ignored a response that nobody waits for");
        return undefined;
      case "invalid":
        return invalid(classified.id, `Not a JSON-RPC 2.0 message: ${classified.reason}`);
    }
  }

  #notified({ method, params }: RpcNotification): void {
    if (!this.#logBodies) this.#log.debug("Parsed message", { method });
    this.#handler.notification(method, params);
  }

  /**
   * Begins a request. A frame that waits keeps all that it was given, and a parsed message can be twenty times its bytes:
   * so what holds the message ends here, and what waits for the answer holds the id.
   */
  #work(request: RpcRequest, bytes: number, batch: BatchAnswers | undefined): Promise<Answer> {
    const { id, method, params } = request;
    if (this.#isVerbose && !this.#logBodies) this.#log.debug("Parsed message", { method, id });
    const refusal = this.#refusal(id, bytes);
    if (refusal) return Promise.resolve(errorAnswer(id, refusal));
    const pending = new Pending(bytes, this);
    batch?.began(pending);
    this.#pending.set(id, pending);
    this.#pendingBytes += bytes;
    let work: unknown;
    try {
      work = this.#handler.request(method, params, pending);
    } catch (error) {
      work = Promise.reject(error);
    }
    return this.#answer(id, method, pending, batch, work);
  }

  async #answer(
    id: RequestId,
    method: string,
    pending: Pending,
    batch: BatchAnswers | undefined,
    work: unknown,
  ): Promise<Answer> {
    try {
      const result = await work;
      if (pending.isAborted) return batch?.refusal(id);
      // Serialised here, so that a result which cannot be is an error that the client hears of.
      const answer = result instanceof RawJson ? result.answer(id) : JSON.stringify({ jsonrpc: "2.0", id, result });
      if (!batch) return answer;
      return batch.takes(answer.length) ? batch.keep(answer, id, pending) : batch.refusal(id);
    } catch (error) {
      if (pending.isAborted) return batch?.refusal(id);
      if (!isRefusal(error)) this.#log.error(`${method} failed: ${messageOf(error)}`, { stack: stackOf(error) });
      return errorAnswer(id, error);
    } finally {
      pending.answered();
      if (!batch) pending.sent();
      this.#pending.delete(id);
      this.#pendingBytes -= pending.bytes;
    }
  }

  /** Counts bytes that are kept for a request; false where the client has too many already. */
  mayHold(bytes: number): boolean {
    if (this.#pendingBytes + bytes > this.#limits.maxPendingBytes) return false;
    this.#pendingBytes += bytes;
    return true;
  }

  #refusal(id: RequestId, bytes: number): RpcError | undefined {
    if (this.#pending.has(id))
      return new RpcError(errorCodes.invalidRequest, `The id ${JSON.stringify(id)} is still in use by another request`);
    const { maxPendingBytes, maxPendingRequests } = this.#limits;
    if (this.#pending.size >= maxPendingRequests || this.#pendingBytes + bytes > maxPendingBytes) return tooMuchWaits();
    return undefined;
  }
}

function tooMuchWaits(): RpcError {
  return new RpcError(
    errorCodes.internalError,
    "Too many requests wait for an answer: cancel some, or wait until they are answered",
  );
}
