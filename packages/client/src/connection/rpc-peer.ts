/** JSON-RPC over one connection: matches responses to requests, with timeouts and cancellation. */
import { type Clock, messageOf } from "@tandem-ide/base";
import {
  classify,
  errorCodes,
  type RequestId,
  RpcError,
  type RpcNotification,
  type RpcRequest,
  type RpcResponse,
  rpcErrorSchema,
} from "@tandem-ide/protocol";
import { AnswerError, TimeoutError } from "../errors.js";
import { singleLine } from "../sanitize.js";
import type { Violation, ViolationCode } from "../violation.js";

/** Limits of one request. */
export interface RequestLimits {
  /** When it aborts, the request is cancelled and rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Without it the request can wait forever. */
  readonly timeoutMs?: number | undefined;
}

export interface PeerSettings {
  readonly clock: Clock;
  readonly send: (text: string) => void;
  /** Removes the token from errors sent by the editor. */
  readonly redact: (text: string) => string;
  readonly onNotification: (notification: RpcNotification) => void;
  /** Returns the result of a request from the editor, or throws an RpcError to refuse it. */
  readonly onRequest: (request: RpcRequest) => unknown;
  readonly onViolation: (violation: Violation) => void;
}

interface Pending {
  readonly method: string;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
  /** Removes the timer and the abort listener. */
  readonly release: () => void;
}

function errorOf(error: unknown, method: string, redact: PeerSettings["redact"]): Error {
  const clean: unknown = JSON.parse(JSON.stringify(error), (_key, value: unknown) =>
    typeof value === "string" ? redact(value) : value,
  );
  const parsed = rpcErrorSchema.safeParse(clean);
  if (!parsed.success) return new AnswerError(`${method} failed with an error without code or message`);
  return new RpcError(parsed.data.code, parsed.data.message, parsed.data.data);
}

function serialise(message: object): string {
  return JSON.stringify({ jsonrpc: "2.0", ...message });
}

export class RpcPeer {
  readonly #settings: PeerSettings;
  readonly #pending = new Map<RequestId, Pending>();
  /** Cancelled requests, whose late response is not a violation. */
  readonly #abandoned = new Set<RequestId>();
  /** Starts at 0, like Claude Code. */
  #nextId = 0;
  #end: ((method: string) => Error) | undefined;

  constructor(settings: PeerSettings) {
    this.#settings = settings;
  }

  /** `paramsOf` gets the request's id, because the progress token repeats it. */
  request(method: string, paramsOf: (id: number) => unknown, limits: RequestLimits = {}): Promise<unknown> {
    const { signal, timeoutMs } = limits;
    return new Promise((resolve, reject) => {
      if (this.#end) throw this.#end(method);
      signal?.throwIfAborted();
      const id = this.#nextId++;
      // Throws for params that can't be serialised, before anything waits for a response.
      const text = serialise({ id, method, params: paramsOf(id) });

      const giveUp = (error: unknown, reason: string) => {
        this.#pending.get(id)?.release();
        this.#pending.delete(id);
        this.#abandoned.add(id);
        reject(error);
        // MCP doesn't allow cancelling `initialize`. The caller closes the connection instead.
        if (method !== "initialize") this.notify("notifications/cancelled", { requestId: id, reason });
      };
      const abort = () => giveUp(signal?.reason, "no longer needed");
      const stopTimer =
        timeoutMs === undefined
          ? undefined
          : this.#settings.clock.after(timeoutMs, () =>
              giveUp(
                new TimeoutError(`${method} wasn't answered within ${timeoutMs} ms. Is the editor busy?`),
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

  /** Handles one frame. */
  receive(text: string): void {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      this.#violation("not-json", `A frame isn't JSON: ${singleLine(text, 80)}`);
      return;
    }
    const classified = classify(value);
    if (classified.kind === "request") this.#answer(classified.message);
    else if (classified.kind === "notification") this.#settings.onNotification(classified.message);
    else if (classified.kind === "response") this.#take(classified.message);
    else this.#violation("not-json-rpc", `A message isn't JSON-RPC 2.0: ${classified.reason}`);
  }

  /** Rejects all pending and later requests with the error that `errorFor` returns for their method. */
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
      this.#violation(
        "error-without-id",
        `The editor couldn't read a message: ${singleLine(JSON.stringify(response))}`,
      );
      return;
    }
    if (this.#abandoned.delete(id)) return;
    const pending = this.#pending.get(id);
    if (!pending) {
      const shown = singleLine(JSON.stringify(id) ?? "none", 40);
      this.#violation("unknown-answer", `A response has the id ${shown}, which belongs to no pending request`);
      return;
    }
    this.#pending.delete(id);
    pending.release();
    if ("error" in response) pending.reject(errorOf(response.error, pending.method, this.#settings.redact));
    else pending.resolve(response.result);
  }
}
