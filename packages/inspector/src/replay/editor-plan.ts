/**
 * What a replayed editor answers, and when it speaks by itself. By cause, not by time: what the editor said after a frame
 * of the client is said once such a frame has come again. It knows no socket; the living side tells it what comes.
 */
import type { RequestId, RpcNotification, RpcRequest, RpcResponse } from "@tandem/protocol";
import type { Row } from "../reading/row.js";
import { compareExactly } from "./exact.js";
import { isForPeople } from "./result.js";
import { type Exchange, nameOf, notificationIn, requestIn, type Script } from "./script.js";
import { compareShapes } from "./shape.js";

/** How often each kind of frame must have come. */
type Needs = ReadonlyMap<string, number>;

/** Something that the editor says by itself. */
export interface Outgoing {
  readonly message: RpcNotification | RpcRequest;
  readonly needs: Needs;
  /** Not sooner after what came before it than recorded: a client is deaf for half a second after `tools/list`. */
  readonly gapMs: number;
}

/** Nobody waits for longer than this for what a person did in their own time. */
const maxGapMs = 1000;

/** The kind of a client's message: frames of a kind stand for each other. */
export function kindOf({ kind, method = "", tool }: Row): string {
  const name = tool === undefined ? method : `${method} ${tool}`;
  return kind === "answer" || kind === "error" ? `answer to ${name}` : name;
}

/** A client asks whether somebody is there in its own time: nothing that an editor says is because of it. */
const isPing = ({ kind, method }: Row) => kind === "request" && method === "ping";

/** What was asked, without what is new in every session. */
export function argumentsOf({ method, params }: RpcRequest): unknown {
  // None and an empty object say the same.
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

/** A recorded exchange that a living request was found for. */
export interface Match {
  readonly exchange: Exchange;
  /** Reports of progress that belong to it. */
  readonly progress: readonly RpcNotification[];
  /** What must have come since it was asked before it is answered: of calls that wait for a person. */
  readonly needs: Needs;
  /** How the arguments differ. */
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
    // A ping is answered whenever it comes, so none is missed.
    const isExpected = ({ by, request }: Exchange) => by === "client" && request.method !== "ping";
    this.#unused = [...script.exchanges.values()].filter(isExpected);
  }

  /** The recorded requests of the client that have not come yet. */
  get unused(): readonly Exchange[] {
    return this.#unused;
  }

  /** The kinds of notifications that the client of the recording sent. */
  get clientNotifications(): ReadonlySet<string> {
    const rows = this.#script.frames.flatMap(({ rows: each }) => each);
    return new Set(rows.flatMap((row) => (row.from === "client" && row.kind === "notification" ? [kindOf(row)] : [])));
  }

  /** How often a request of this kind was recorded. */
  countOf(kind: string): number {
    return [...this.#script.exchanges.values()].filter(({ by, row }) => by === "client" && kindOf(row) === kind).length;
  }

  /** Uses up the recorded request that a living one stands for: with equal arguments if there is one, else the next. */
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
    const came = new Map<string, number>();
    let before: number | undefined;
    for (const { entry, rows } of this.#script.frames) {
      if (!("text" in entry)) continue;
      const gapMs = Math.min(maxGapMs, entry.t - (before ?? entry.t));
      before = entry.t;
      for (const row of rows) {
        if (row.from === "client") {
          if (isPing(row)) continue;
          came.set(kindOf(row), (came.get(kindOf(row)) ?? 0) + 1);
          continue;
        }
        const message = notificationIn(row) ?? requestIn(row);
        if (!message || this.#isProgress(message)) continue;
        outgoing.push({ message, needs: new Map(came), gapMs });
      }
    }
    return outgoing;
  }

  /** A report of progress goes with the call that it is about, which has another token now. */
  #isProgress(message: RpcNotification | RpcRequest): boolean {
    if (message.method !== "notifications/progress") return false;
    const token = progressTokenOf(message);
    if (token !== undefined) this.#progress.set(token, [...(this.#progress.get(token) ?? []), message]);
    return true;
  }

  /**
   * A call that waits for a person may have been ended by what the client sent meanwhile, such as `close_tab`. Other calls
   * are answered at once: whether a client waits for one answer before it asks the next is its own choice.
   */
  #needsBeforeAnswer({ row, answer }: Exchange): Needs {
    const needs = new Map<string, number>();
    if (!isForPeople(row.tool) || !answer) return needs;
    for (const { rows } of this.#script.frames)
      for (const each of rows)
        if (each.from === "client" && !isPing(each) && each.number > row.number && each.number < answer.row.number)
          needs.set(kindOf(each), (needs.get(kindOf(each)) ?? 0) + 1);
    return needs;
  }
}

/** Words for a request that the recording has no answer for. */
export function noAnswer(row: Row, count: number): string {
  if (count === 0) return `${nameOf(row)} is not in the recording`;
  return `${nameOf(row)} was asked ${count} time${count === 1 ? "" : "s"} in the recording, and now once more`;
}

/** The answer where the recording has none. */
export function answerWithoutRecord({ id, method }: RpcRequest, words: string): RpcResponse {
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  if (method !== "tools/call") return { jsonrpc: "2.0", id, error: { code: -32601, message: words } };
  return { jsonrpc: "2.0", id, result: { content: [{ type: "text", text: words }], isError: true } };
}
