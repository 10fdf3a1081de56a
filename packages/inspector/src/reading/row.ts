import type { RequestId } from "@tandem-ide/protocol";
import type { End, Entry } from "../recording/entry.js";

export type RowKind =
  | "opened"
  | "refused"
  | "closed"
  | "request"
  | "notification"
  | "answer"
  | "error"
  | "ping"
  | "pong"
  /** A frame that isn't a message: binary, invalid JSON or invalid JSON-RPC. */
  | "broken";

/**
 * One message, or one event of a connection.
 *
 * @example
 * const slow = rows.filter(({ tookMs = 0 }) => tookMs > 1000);
 */
export interface Row {
  /** Starts at 1. */
  readonly number: number;
  readonly t: number;
  readonly connection: number;
  readonly kind: RowKind;
  /** The sender; undefined if both ends take part. */
  readonly from: End | undefined;
  /** For a response: the method of its request. */
  readonly method?: string;
  /** For `tools/call` and its response. */
  readonly tool?: string;
  readonly id?: RequestId | null;
  /** A summary of the content: a path, a decision, a name. */
  readonly about: string;
  /** For a response: the number of its request's row. */
  readonly answers?: number;
  /** For a response: how long it took. */
  readonly tookMs?: number;
  /** Protocol violations by the sender. */
  readonly faults: readonly string[];
  /** The frame's length in UTF-16 code units, or 0. */
  readonly size: number;
  /** The entry of this row. A batch has several rows. */
  readonly entry: Entry;
  /** The parsed message, if the frame contains one. */
  readonly message?: unknown;
}

/** Returns `openDiff` for a tool call, or else `selection_changed` or `opened`. */
export function titleOf({ kind, method, tool }: Row): string {
  if (tool !== undefined) return tool;
  return method ?? (kind === "answer" || kind === "error" ? "response without a request" : kind);
}
