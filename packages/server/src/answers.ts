/** Answers of JSON-RPC as text. */

import { messageOf } from "@tandem/base";
import { type ErrorResponse, errorCodes, type RequestId, RpcError } from "@tandem/protocol";

/** A serialised answer; undefined for what gets none: notifications, and requests that were cancelled (MCP-04). */
export type Answer = string | Buffer | undefined;

export function errorAnswer(id: RequestId | null, error: unknown): string {
  const code = error instanceof RpcError ? error.code : errorCodes.internalError;
  const data = error instanceof RpcError ? error.data : undefined;
  const response: ErrorResponse = { jsonrpc: "2.0", id, error: { code, message: messageOf(error), data } };
  return JSON.stringify(response);
}

export function invalid(id: RequestId | null, words: string): string {
  return errorAnswer(id, new RpcError(errorCodes.invalidRequest, words));
}
