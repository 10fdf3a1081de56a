/**
 * Plans what a replayed editor answers and when it sends other messages. Based on cause, not time: a message that followed
 * a client's frame is sent after such a frame was received again.
 */
import type { RequestId, RpcNotification, RpcRequest, RpcResponse } from "@tandem-ide/protocol";
import type { Row } from "../reading/row.js";
import { compareExactly } from "./exact.js";
import { needsDecision } from "./result.js";
import { type Exchange, nameOf, notificationIn, requestIn, type Script } from "./script.js";
import { compareShapes } from "./shape.js";

/** How many times each kind of frame must have been received. */
type Needs = ReadonlyMap<string, number>;

/** A message that isn't a response. */
export interface Outgoing {
  readonly message: RpcNotification | RpcRequest;
  readonly needs: Needs;
  /** The minimum time after the previous message: a client ignores notifications for 0.5 s after `tools/list`. */
  readonly gapMs: number;
}

/** Shortens the time that a user took in the recording. */
const maxGapMs = 1000;

/** Returns the kind of a client's message. Messages of one kind are interchangeable. */
export function kindOf({ kind, method = "", tool }: Row): string {
  const name = tool === undefined ? method : `${method} ${tool}`;
  return kind === "answer" || kind === "error" ? `response to ${name}` : name;
}

/** Clients ping at any time, so no message of an editor is caused by one. */
const isPing = ({ kind, method }: Row) => kind === "request" && method === "ping";

/** Returns the arguments of a request, without metadata that changes with every session. */
export function argumentsOf({ method, params }: RpcRequest): unknown {
  if (!params) return {};
  if (Array.isArray(params)) return params;
  const { _meta, ...rest } = params;
  return method === "tools/call" ? (rest.arguments ?? {}) : rest;
}

export function progressTokenOf({ params }: RpcRequest | RpcNotification): RequestId | undefined {
  if (!params || Array.isArray(params)) return undefined;
  const meta = "progressToken" in params ? params : params._meta;
  const token = typeof meta === "object" && meta !== null && "progressToken" in meta ? meta.progressToken : undefined;
  return typeof token === "string" || typeof token === "number" ? token : undefined;
}

/** The recorded exchange for a live request. */
export interface Match {
  readonly exchange: Exchange;
  /** The recorded progress notifications. */
  readonly progress: readonly RpcNotification[];
  /** The frames that must be received before the response is sent, for calls that need a user. */
  readonly needs: Needs;
  /** Differences in the arguments. */
  readonly differences: readonly string[];
}

export class EditorPlan {
  readonly outgoing: readonly Outgoing[];
  readonly #unused: Exchange[];
  readonly #progress = new Map<RequestId, RpcNotification[]>();
  readonly #script: Script;

  constructor(script: Script) {
    this.#script = script;
    this.outgoing = this.#readOutgoing();
    // Pings are always answered, so none is expected.
    const isExpected = ({ by, request }: Exchange) => by === "client" && request.method !== "ping";
    this.#unused = [...script.exchanges.values()].filter(isExpected);
  }

  /** The client's recorded requests that haven't been received yet. */
  get unused(): readonly Exchange[] {
    return this.#unused;
  }

  /** The kinds of the client's recorded notifications. */
  get clientNotifications(): ReadonlySet<string> {
    const rows = this.#script.frames.flatMap(({ rows: each }) => each);
    return new Set(rows.flatMap((row) => (row.from === "client" && row.kind === "notification" ? [kindOf(row)] : [])));
  }

  /** Returns how many requests of this kind were recorded. */
  countOf(kind: string): number {
    return [...this.#script.exchanges.values()].filter(({ by, row }) => by === "client" && kindOf(row) === kind).length;
  }

  /** Takes the recorded request that matches a live one: the one with equal arguments, or else the next of its kind. */
  match(kind: string, given: unknown, isExact: boolean): Match | undefined {
    const candidates = this.#unused.filter(({ row }) => kindOf(row) === kind);
    const isEqual = ({ request }: Exchange) => compareExactly(argumentsOf(request), given, "").length === 0;
    const exchange = candidates.find(isEqual) ?? candidates[0];
    if (!exchange) return undefined;
    this.#unused.splice(this.#unused.indexOf(exchange), 1);
    const recorded = argumentsOf(exchange.request);
    const path = exchange.request.method === "tools/call" ? "arguments" : "params";
    const token = progressTokenOf(exchange.request);
    return {
      exchange,
      progress: (token !== undefined && this.#progress.get(token)) || [],
      needs: this.#needsBeforeAnswer(exchange),
      differences: isExact ? compareExactly(recorded, given, path) : compareShapes(recorded, given, path),
    };
  }

  #readOutgoing(): Outgoing[] {
    const outgoing: Outgoing[] = [];
    const received = new Map<string, number>();
    let before: number | undefined;
    for (const { entry, rows } of this.#script.frames) {
      if (!("text" in entry)) continue;
      const gapMs = Math.min(maxGapMs, entry.t - (before ?? entry.t));
      before = entry.t;
      for (const row of rows) {
        if (row.from === "client") {
          if (isPing(row)) continue;
          received.set(kindOf(row), (received.get(kindOf(row)) ?? 0) + 1);
          continue;
        }
        const message = notificationIn(row) ?? requestIn(row);
        if (!message || this.#isProgress(message)) continue;
        outgoing.push({ message, needs: new Map(received), gapMs });
      }
    }
    return outgoing;
  }

  /** Progress notifications are sent with their call, under its new token. */
  #isProgress(message: RpcNotification | RpcRequest): boolean {
    if (message.method !== "notifications/progress") return false;
    const token = progressTokenOf(message);
    if (token !== undefined) this.#progress.set(token, [...(this.#progress.get(token) ?? []), message]);
    return true;
  }

  /**
   * A call that needs a user may have been ended by a later message of the client, such as `close_tab`. Other calls are
   * answered immediately.
   */
  #needsBeforeAnswer({ row, answer }: Exchange): Needs {
    const needs = new Map<string, number>();
    if (!needsDecision(row.tool) || !answer) return needs;
    for (const { rows } of this.#script.frames)
      for (const each of rows)
        if (each.from === "client" && !isPing(each) && each.number > row.number && each.number < answer.row.number)
          needs.set(kindOf(each), (needs.get(kindOf(each)) ?? 0) + 1);
    return needs;
  }
}

/** Describes a request without a recorded response. */
export function noAnswer(row: Row, count: number): string {
  if (count === 0) return `${nameOf(row)} isn't in the recording`;
  return `${nameOf(row)} was sent more often than in the recording (${count} time${count === 1 ? "" : "s"})`;
}

/** Returns a response for a request without a recorded one. */
export function answerWithoutRecord({ id, method }: RpcRequest, message: string): RpcResponse {
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  if (method !== "tools/call") return { jsonrpc: "2.0", id, error: { code: -32601, message } };
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: message }], isError: true } };
}
