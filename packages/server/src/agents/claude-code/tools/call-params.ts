/**
 * Parses the params of `tools/call`. Valid params are checked without the schema for speed; the schema explains invalid
 * ones.
 */
import { isRecord } from "@tandem-ide/base";
import { type CallToolParams, callToolParamsSchema, parseParams } from "@tandem-ide/protocol";

function isMeta(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const token = "progressToken" in value ? value.progressToken : undefined;
  return token === undefined || typeof token === "string" || Number.isFinite(token);
}

function isCall(value: unknown): value is CallToolParams {
  return (
    isRecord(value) &&
    "name" in value &&
    typeof value.name === "string" &&
    (!("arguments" in value) || isRecord(value.arguments)) &&
    (!("_meta" in value) || isMeta(value._meta))
  );
}

/** Returns the params, or throws -32602 with what is wrong. */
export function parseCall(params: unknown): CallToolParams {
  return isCall(params) ? params : parseParams(callToolParamsSchema, params, "tools/call");
}
