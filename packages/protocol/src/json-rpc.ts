/** JSON-RPC 2.0 as this protocol uses it: one message per text frame, ids are strings or numbers. */

/** The error codes that an endpoint uses (ERR-01). */
export const errorCodes = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
} as const;

export type ErrorCode = (typeof errorCodes)[keyof typeof errorCodes];

export type RequestId = string | number;
/** JSON-RPC allows objects and arrays. All messages of this protocol use an object. */
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

/** `id` is null if the request's id could not be read (JSON-RPC 2.0, section 5). */
export interface ErrorResponse {
  readonly jsonrpc: "2.0";
  readonly id: RequestId | null;
  readonly error: RpcErrorObject;
}

export type RpcResponse = SuccessResponse | ErrorResponse;
export type RpcMessage = RpcRequest | RpcNotification | RpcResponse;

/**
 * An error that is sent over JSON-RPC with its code. Any other thrown error becomes -32603.
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

/** The kind of a parsed message. */
export type Classified =
  | { kind: "request"; message: RpcRequest }
  | { kind: "notification"; message: RpcNotification }
  | { kind: "response"; message: RpcResponse }
  | { kind: "invalid"; id: RequestId | null; reason: string };

/** Larger numbers change when they are parsed (1e400 becomes Infinity), so the response would match no request. */
function isRequestId(id: unknown): id is RequestId {
  return typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
}

/**
 * Classifies a parsed JSON value as a request, notification or response. Written by hand instead of as a schema, because
 * it runs for every message and must say what is wrong with an invalid one.
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
