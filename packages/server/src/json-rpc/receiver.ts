/**
 * JSON-RPC of one client, whatever its transport: parses messages, calls the handler, and returns the responses, with cancellation
 * and limits.
 */
import { type Logger, messageOf, stackOf } from "@tandem-ide/base";
import {
  type Classified,
  classify,
  errorCodes,
  type RequestId,
  RpcError,
  type RpcNotification,
  type RpcRequest,
} from "@tandem-ide/protocol/schema-free";
import { type Answer, errorAnswer, invalid, isRefusal } from "./answers.js";
import { answerBatch, type BatchAnswers, type MessageLimits } from "./batch.js";
import { hasTooManyValues } from "./value-limit.js";

export interface RequestContext {
  /** Aborts if the client cancels, the connection ends or the endpoint stops. */
  readonly signal: AbortSignal;
  /** Equals `signal.aborted`, without creating a signal. */
  readonly isAborted: boolean;
  /** Aborts the signal, but still sends a response. A finished result is replaced by the reason. */
  interrupt(reason: Error): void;
  /** Calls back when the response is sent. In a batch it waits for the others. */
  onSent(listener: () => void): void;
  /** Counts memory held for this request until it is answered. Throws if the client has too much. */
  hold(bytes: number): void;
}

export interface Handler {
  /** Returns the result or a promise of it. Thrown errors are sent to the client. */
  request(method: string, params: unknown, context: RequestContext): unknown;
  notification(method: string, params: unknown): void;
  /** Whether batches are allowed now (MCP-05). */
  allowsBatches(): boolean;
}

/** A result that is already serialised, for large results that are sent repeatedly. */
export class RawJson {
  readonly bytes: Buffer;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  /** Returns the whole response. */
  answer(id: RequestId): Buffer {
    const before = Buffer.from(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":`);
    return Buffer.concat([before, this.bytes, Buffer.from("}")]);
  }
}

interface Account {
  reserve(bytes: number): boolean;
}

/** A pending request. Its signal is created on demand, because most calls never use it. */
class Pending implements RequestContext {
  /** Size of the request and of the memory held for it. */
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
    if (!this.#account.reserve(bytes)) throw tooManyPending();
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

export class Receiver {
  readonly #handler: Handler;
  readonly #limits: MessageLimits;
  readonly #log: Logger;
  readonly #logBodies: boolean;
  /** Cached, to avoid building debug entries for every message. */
  readonly #isVerbose: boolean;
  readonly #pending = new Map<RequestId, Pending>();
  #pendingBytes = 0;

  constructor(handler: Handler, limits: MessageLimits, log: Logger, logBodies: boolean) {
    this.#handler = handler;
    this.#limits = limits;
    this.#log = log;
    this.#logBodies = logBodies;
    this.#isVerbose = log.enabled("debug");
  }

  /** Aborts all pending requests and drops their responses. */
  abortAll(reason: string): void {
    for (const pending of this.#pending.values()) pending.abort(new Error(reason));
  }

  /** Aborts one pending request and drops its response. */
  cancel(id: RequestId, reason: string): void {
    this.#pending.get(id)?.abort(new Error(reason));
  }

  /** Handles one message and returns the response. */
  receive(bytes: Buffer): Answer | Promise<Answer> {
    if (this.#isVerbose) this.#log.debug("Raw data received", { bytes: bytes.length });
    if (hasTooManyValues(bytes)) return invalid(null, "The message contains too many values and was not parsed");
    let value: unknown;
    try {
      value = JSON.parse(bytes.toString("utf8"));
    } catch (error) {
      return errorAnswer(null, new RpcError(errorCodes.parseError, `Not valid JSON: ${messageOf(error)}`));
    }
    if (this.#logBodies) this.#log.debug("Parsed message", { message: value });
    return Array.isArray(value)
      ? this.#receiveBatch(value, bytes.length)
      : this.#receiveOne(classify(value), bytes.length);
  }

  async #receiveBatch(values: readonly unknown[], bytes: number): Promise<Answer> {
    const each = bytes / values.length;
    return answerBatch(values, {
      isAllowed: this.#handler.allowsBatches(),
      limits: this.#limits,
      answer: (value, batch) => this.#receiveOne(classify(value), each, batch),
    });
  }

  #receiveOne(classified: Classified, bytes: number, batch?: BatchAnswers): Promise<Answer> {
    // Nearly all messages are requests, and each promise adds to the time of a call.
    if (classified.kind === "request") return this.#start(classified.message, bytes, batch);
    return this.#handleOther(classified);
  }

  async #handleOther(classified: Exclude<Classified, { kind: "request" }>): Promise<Answer> {
    switch (classified.kind) {
      case "notification":
        this.#notified(classified.message);
        return undefined;
      case "response":
        // This endpoint sends no requests.
        this.#log.debug("Ignored an unexpected response");
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
   * Starts a request. A parsed message can take twenty times its bytes and a stack frame that awaits retains its arguments, so
   * this function doesn't await, and the one that does gets only the id.
   */
  #start(request: RpcRequest, bytes: number, batch: BatchAnswers | undefined): Promise<Answer> {
    const { id, method, params } = request;
    if (this.#isVerbose && !this.#logBodies) this.#log.debug("Parsed message", { method, id });
    const refusal = this.#refusal(id, bytes);
    if (refusal) return Promise.resolve(errorAnswer(id, refusal));
    const pending = new Pending(bytes, this);
    batch?.add(pending);
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
      // Serialise here, so that a failure is sent to the client as an error.
      const answer = result instanceof RawJson ? result.answer(id) : JSON.stringify({ jsonrpc: "2.0", id, result });
      if (!batch) return answer;
      return batch.reserve(answer.length) ? batch.store(answer, id, pending) : batch.refusal(id);
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

  /** Counts bytes held for a request. Returns false if the client has too many. */
  reserve(bytes: number): boolean {
    if (this.#pendingBytes + bytes > this.#limits.maxPendingBytes) return false;
    this.#pendingBytes += bytes;
    return true;
  }

  #refusal(id: RequestId, bytes: number): RpcError | undefined {
    if (this.#pending.has(id))
      return new RpcError(errorCodes.invalidRequest, `The id ${JSON.stringify(id)} is still in use by another request`);
    const { maxPendingBytes, maxPendingRequests } = this.#limits;
    if (this.#pending.size >= maxPendingRequests || this.#pendingBytes + bytes > maxPendingBytes)
      return tooManyPending();
    return undefined;
  }
}

function tooManyPending(): RpcError {
  return new RpcError(errorCodes.internalError, "Too many pending requests. Cancel some, or wait for their responses");
}
