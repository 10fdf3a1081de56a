/** JSON-RPC over one line: matches answers to requests, gives up on time or on a signal, sorts what comes in. */

import { type Clock, messageOf } from "@tandem/base";
import {
  classify,
  errorCodes,
  type RequestId,
  RpcError,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  rpcErrorSchema,
} from "@tandem/protocol";
import { AnswerError, TimeoutError } from "../errors.js";
import type { Violation, ViolationCode } from "../violation.js";
import { plain } from "../words.js";

/** How long a request may take. */
export interface RequestLimits {
  /** When it aborts, the editor is told and the request rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Without one the request waits for ever. */
  readonly timeoutMs?: number | undefined;
}

/** What a peer needs from its surroundings. */
export interface PeerSettings {
  readonly clock: Clock;
  readonly send: (text: string) => void;
  /** Takes the token out of what the other side says in an error. */
  readonly redact: (text: string) => string;
  readonly onNotification: (notification: RpcNotification) => void;
  /** The result of a request from the other side; throw an RpcError to refuse it. */
  readonly onRequest: (request: RpcRequest) => unknown;
  readonly onViolation: (violation: Violation) => void;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Lets go of the timer and the signal. */
  readonly release: () => void;
}

function errorOf(error: unknown, method: string, redact: PeerSettings["redact"]): Error {
  const clean: unknown = JSON.parse(JSON.stringify(error), (_key, value: unknown) =>
    typeof value === "string" ? redact(value) : value,
  );
  const parsed = rpcErrorSchema.safeParse(clean);
  if (!parsed.success) return new AnswerError(`${method} was answered with an error that has no code or no message`);
  return new RpcError(parsed.data.code, parsed.data.message, parsed.data.data);
}

function serialise(message: object): string {
  return JSON.stringify({ jsonrpc: "2.0", ...message });
}

export class RpcPeer {
  readonly #settings: PeerSettings;
  readonly #pending = new Map<RequestId, Pending>();
  /** Requests given up on, whose late answer is no violation. */
  readonly #abandoned = new Set<RequestId>();
  /** The first id is 0, as Claude Code has it. */
  #nextId = 0;
  #end: ((method: string) => Error) | undefined;

  constructor(settings: PeerSettings) {
    this.#settings = settings;
  }

  /** The params are made from the request's id, for a progress token that repeats it. */
  request(method: string, paramsOf: (id: number) => unknown, limits: RequestLimits = {}): Promise<unknown> {
    const { signal, timeoutMs } = limits;
    return new Promise((resolve, reject) => {
      if (this.#end) throw this.#end(method);
      signal?.throwIfAborted();
      const id = this.#nextId++;
      // Before anything waits for an answer: params that are no JSON throw here.
      const text = serialise({ id, method, params: paramsOf(id) });

      const giveUp = (error: unknown, reason: string) => {
        this.#pending.get(id)?.release();
        this.#pending.delete(id);
        this.#abandoned.add(id);
        reject(error);
        // MCP forbids to cancel `initialize`; whoever gives up on it hangs up.
        if (method !== "initialize") this.notify("notifications/cancelled", { requestId: id, reason });
      };
      const abort = () => giveUp(signal?.reason, "no longer wanted");
      const stopTimer =
        timeoutMs === undefined
          ? undefined
          : this.#settings.clock.after(timeoutMs, () =>
              giveUp(
                new TimeoutError(`${method} was not answered within ${timeoutMs} ms. Is the editor busy?`),
                "too late",
              ),
            );
      signal?.addEventListener("abort", abort, { once: true });
      const release = () => {
        stopTimer?.();
        signal?.removeEventListener("abort", abort);
      };
      this.#pending.set(id, { method, resolve, reject, release });
      this.#settings.send(text);
    });
  }

  notify(method: string, params?: unknown): void {
    if (!this.#end) this.#send({ method, params });
  }

  /** Takes one frame. */
  receive(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#violation("not-json", `A frame is not JSON: ${plain(text, 80)}`);
      return;
    }
    const classified = classify(value);
    if (classified.kind === "request") this.#answer(classified.message);
    else if (classified.kind === "notification") this.#settings.onNotification(classified.message);
    else if (classified.kind === "response") this.#take(classified.message);
    else this.#violation("not-json-rpc", `A message is no JSON-RPC 2.0: ${classified.reason}`);
  }

  /** Rejects everything that waits, and every later request, with the error that is made for its method. */
  end(errorFor: (method: string) => Error): void {
    if (this.#end) return;
    this.#end = errorFor;
    for (const { method, reject, release } of this.#pending.values()) {
      release();
      reject(errorFor(method));
    }
    this.#pending.clear();
  }

  #send(message: object): void {
    this.#settings.send(serialise(message));
  }

  #violation(code: ViolationCode, message: string): void {
    this.#settings.onViolation({ code, message });
  }

  #answer({ id, method, ...rest }: RpcRequest): void {
    try {
      this.#send({ id, result: this.#settings.onRequest({ id, method, ...rest }) });
    } catch (error) {
      const code = error instanceof RpcError ? error.code : errorCodes.internalError;
      this.#send({ id, error: { code, message: messageOf(error) } });
    }
  }

  #take(response: RpcResponse): void {
    const { id } = response;
    if (id === null) {
      this.#violation("error-without-id", `The editor could not read a message: ${plain(JSON.stringify(response))}`);
      return;
    }
    if (this.#abandoned.delete(id)) return;
    const pending = this.#pending.get(id);
    if (!pending) {
      const shown = plain(JSON.stringify(id) ?? "none", 40);
      this.#violation("unknown-answer", `An answer has the id ${shown}, which no waiting request has`);
      return;
    }
    this.#pending.delete(id);
    pending.release();
    if ("error" in response) pending.reject(errorOf(response.error, pending.method, this.#settings.redact));
    else pending.resolve(response.result);
  }
}
