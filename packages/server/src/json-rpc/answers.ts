/** Serialised JSON-RPC responses. */
import { messageOf } from "@tandem-ide/base";
import { type ErrorResponse, errorCodes, type RequestId, RpcError } from "@tandem-ide/protocol/schema-free";
import { InvalidInput } from "../hub/errors.js";

/** A serialised response, or undefined for notifications and cancelled requests (MCP-04). */
export type Answer = string | Buffer | undefined;

/** Returns true for errors that are intended for the client. Others are bugs and are logged. */
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

export function invalid(id: RequestId | null, message: string): string {
  return errorAnswer(id, new RpcError(errorCodes.invalidRequest, message));
}
