/** Answers of JSON-RPC as text. */

import { messageOf } from "@tandem/base";
import { type ErrorResponse, errorCodes, type RequestId, RpcError } from "@tandem/protocol";
import { InvalidInput } from "../../../hub/errors.js";

/** A serialised answer; undefined for what gets none: notifications, and requests that were cancelled (MCP-04). */
export type Answer = string | Buffer | undefined;

/** True for what was meant to be answered; anything else is a fault that the log tells of. */
export function isRefusal(error: unknown): boolean {
  return error instanceof RpcError || error instanceof InvalidInput;
}

function codeOf(error: unknown): number {
  if (error instanceof RpcError) return error.code;
  return error instanceof InvalidInput ? errorCodes.invalidParams : errorCodes.internalError;
}

export function errorAnswer(id: RequestId | null, error: unknown): string {
  const code = codeOf(error);
  const data = error instanceof RpcError ? error.data : undefined;
  const response: ErrorResponse = { jsonrpc: "2.0", id, error: { code, message: messageOf(error), data } };
  return JSON.stringify(response);
}

export function invalid(id: RequestId | null, words: string): string {
  return errorAnswer(id, new RpcError(errorCodes.invalidRequest, words));
}
