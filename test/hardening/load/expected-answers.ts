/** The required responses to some text, by JSON-RPC 2.0 and docs/protocol.md, sections 3 and 7. Independent of our code. */

export interface Expected {
  /** Ids as JSON, each of which must be answered as often as it was sent. */
  readonly ids: readonly string[];
  /** How many answers messages without a readable id get. */
  readonly nulls: number;
  /** Cancelled ids, which may be answered or not. */
  readonly cancelled: readonly string[];
}

const nothing: Expected = { ids: [], nulls: 0, cancelled: [] };
const oneNull: Expected = { ids: [], nulls: 1, cancelled: [] };

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An id that can be returned unchanged. */
function isId(value: unknown): value is string | number {
  return typeof value === "string" || (typeof value === "number" && Math.abs(value) < 2 ** 53);
}

function toOne(message: unknown): Expected {
  if (!isObject(message)) return oneNull;
  const { id, jsonrpc, method, params } = message;
  const answered = isId(id) ? { ...nothing, ids: [JSON.stringify(id)] } : oneNull;
  const has = (name: string) => Object.hasOwn(message, name);
  if (jsonrpc !== "2.0") return answered;
  if (!has("method")) return has("result") || has("error") ? nothing : answered;
  if (typeof method !== "string" || (has("params") && (typeof params !== "object" || params === null))) return answered;
  if (has("id")) return answered;
  const requestId = isObject(params) ? params.requestId : undefined;
  return method === "notifications/cancelled" && isId(requestId)
    ? { ...nothing, cancelled: [JSON.stringify(requestId)] }
    : nothing;
}

/** More values than any real message has. Refused without parsing, which would delay other clients. */
function isRefusedUnread(text: string): boolean {
  if (Buffer.byteLength(text) <= 64 * 1024) return false;
  const withoutStrings = text.replace(/"(?:[^"\\]|\\.)*"/gs, "");
  return (withoutStrings.match(/[,[{]/g) ?? []).length > 100_000;
}

export function expectedAnswers(text: string, takesBatches: boolean): Expected {
  if (isRefusedUnread(text)) return oneNull;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return oneNull;
  }
  if (!Array.isArray(value)) return toOne(value);
  if (value.length === 0 || !takesBatches) return oneNull;
  const each = value.map(toOne);
  return {
    ids: each.flatMap(({ ids }) => ids),
    nulls: each.reduce((sum, { nulls }) => sum + nulls, 0),
    cancelled: each.flatMap(({ cancelled }) => cancelled),
  };
}
