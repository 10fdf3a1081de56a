/** The params of `tools/call`. Every call pays for this, so what fits is seen by hand; the schema has the words for the rest. */
import { isRecord } from "@tandem/base";
import { type CallToolParams, callToolParamsSchema, parseParams } from "@tandem/protocol";

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

/** The params, or -32602 with words about what does not fit. */
export function parseCall(params: unknown): CallToolParams {
  return isCall(params) ? params : parseParams(callToolParamsSchema, params, "tools/call");
}
