/**
 * JSON-RPC 2.0 as this protocol uses it: one message a text frame, ids that are strings or numbers.
 */
/** The five error codes that an endpoint answers with (ERR-01). */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes];

export type RequestId = string | number;
/** Params may be an object or an array by JSON-RPC; every message of this protocol uses an object. */
export type Params = Record<string, unknown> | unknown[];

export interface RpcRequest {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface RpcNotification {
  readonly jsonrpc: "2.0";
  readonly method: string;
  readonly params?: Params | undefined;
}

export interface RpcErrorObject {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

export interface SuccessResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId;
  readonly result: unknown;
}

/** `id` is null when the request was too broken to have one (JSON-RPC 2.0, section 5). */
export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: RpcErrorObject;
}

export type RpcResponse = SuccessResponse | ErrorResponse;
export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

/**
 * An error that is answered over JSON-RPC with its code. Anything else that is thrown becomes -32603.
 *
 * @example
 * throw new RpcError(errorCodes.invalidParams, "path must stay inside the workspace: ../secret");
 */
export class RpcError extends Error {
  override readonly name = "RpcError";
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What kind of message a parsed JSON value is; `invalid` says why it is none. */
export type Classified =
  | { kind: "request"; message: RpcRequest }
  | { kind: "notification"; message: RpcNotification }
  | { kind: "response"; message: RpcResponse }
  | { kind: "invalid"; id: RequestId | null; reason: string };

/** A number past this is another one once it was parsed (1e400 is even none), so an answer would reach no call. */
function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
}

/**
 * Sorts one parsed JSON value into request, notification or response. Hand-written rather than a schema because it
 * runs for every message and must name what is wrong with a broken one.
 */
export function classify(value: unknown): Classified {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return { kind: "invalid", id: null, reason: "a JSON-RPC message is a JSON object" };
  const id = "id" in value ? value.id : undefined;
  const isId = isRequestId(id);
  const invalid = (reason: string): Classified => ({ kind: "invalid", id: isId ? id : null, reason });
  if (!("jsonrpc" in value) || value.jsonrpc !== "2.0") return invalid('the member "jsonrpc" must be "2.0"');
  if ("method" in value) {
    if (typeof value.method !== "string") return invalid('the member "method" must be a string');
    const params = "params" in value ? value.params : undefined;
    if (params !== undefined && (typeof params !== "object" || params === null))
      return invalid('the member "params" must be an object or an array');
    if (id === undefined) return { kind: "notification", message: value as RpcNotification };
    if (!isId) return invalid('the member "id" must be a string or an exact number');
    return { kind: "request", message: value as RpcRequest };
  }
  if ("result" in value || "error" in value) return { kind: "response", message: value as RpcResponse };
  return invalid('the member "method" is missing');
}
