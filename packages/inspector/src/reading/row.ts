/** What one message means: a row of the inspector's views. */
import type { RequestId } from "@tandem/protocol";
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
  /** A frame that is no message: binary, no JSON, no JSON-RPC. */
  | "broken";

/**
 * One message, or one thing that happened to a connection. Plain data.
 *
 * @example
 * const slow = rows.filter(({ tookMs = 0 }) => tookMs > 1000);
 */
export interface Row {
  /** Counts from 1. */
  readonly number: number;
  readonly t: number;
  readonly connection: number;
  readonly kind: RowKind;
  /** Who said it; undefined where both take part. */
  readonly from: End | undefined;
  /** Of an answer: that of its request. */
  readonly method?: string;
  /** Of `tools/call` and its answer. */
  readonly tool?: string;
  readonly id?: RequestId | null;
  /** A few words about the content: a path, a decision, a name. */
  readonly about: string;
  /** Of an answer: the row of its request. */
  readonly answers?: number;
  /** Of an answer: how long it took. */
  readonly tookMs?: number;
  /** What breaks the protocol, a sentence each. It is the sender's fault. */
  readonly faults: readonly string[];
  /** In UTF-16 code units of the frame; 0 where there is none. */
  readonly size: number;
  /** The entry that it is read from. A batch makes several rows of one entry. */
  readonly entry: Entry;
  /** The parsed message, where it is one. */
  readonly message?: unknown;
}

/** `tools/call openDiff`, `selection_changed`, `opened`. */
export function titleOf({ kind, method, tool }: Row): string {
  if (tool !== undefined) return tool;
  return method ?? (kind === "answer" || kind === "error" ? "answer to nothing" : kind);
}
