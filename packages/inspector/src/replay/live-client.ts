/** The living side of a replayed client: what it has sent and what has come, tied to the recorded requests. */
import { Waiters } from "@tandem/base";
import type { RequestId, RpcResponse } from "@tandem/protocol";
import type { WebSocket } from "ws";
import { Conversation } from "../reading/conversation.js";
import type { Row } from "../reading/row.js";
import type { Entry } from "../recording/entry.js";
import type { ClientPlan, Step, Wait } from "./client-plan.js";
import { type MoveText, moveValue } from "./paths.js";
import { faultOf, requestIn } from "./script.js";

/** Text that is no JSON is moved as text. */
export function moveFrame(text: string, move: MoveText): string {
  try {
    const value: unknown = JSON.parse(text);
    const same = JSON.stringify(value);
    const moved = JSON.stringify(moveValue(value, move));
    return moved === same ? text : moved;
  } catch {
    return move(text);
  }
}

export interface Drop {
  readonly code: number;
  readonly reason: string;
}

export interface LiveClientOptions {
  readonly plan: ClientPlan;
  readonly move: MoveText;
  /** The headers that it came with. */
  readonly headers: Readonly<Record<string, string>>;
  readonly now: () => number;
}

export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #conversation = new Conversation();
  /** The recorded request of a living one, by the numbers of their rows. */
  readonly #recorded = new Map<number, number>();
  /** The living answers, by the number of the recorded request's row. */
  readonly #arrived = new Map<number, Row>();
  readonly #sent = new Set<number>();
  readonly #asked = new Map<string, number>();
  readonly #waiters = new Waiters();
  readonly faults: string[] = [];
  #socket: WebSocket | undefined;
  #errorsWithoutId = 0;
  #drop: Drop | undefined;

  constructor(options: LiveClientOptions) {
    this.#options = options;
  }

  /** How the connection ended, if it has. */
  get drop(): Drop | undefined {
    return this.#drop;
  }

  answerTo(recordedRequest: number): Row | undefined {
    return this.#arrived.get(recordedRequest);
  }

  hasSent(recordedRequest: number): boolean {
    return this.#sent.has(recordedRequest);
  }

  hasCome(wait: Wait): boolean {
    return wait.kind === "answer" ? this.#arrived.has(wait.request.number) : this.#errorsWithoutId >= wait.count;
  }

  listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.on("open", () => {
      const { headers } = this.#options;
      this.#read({ ...this.#place(), open: { headers: { ...headers }, protocol: socket.protocol || null } });
    });
    socket.on("message", (data, isBinary) => {
      if (isBinary) this.#read({ ...this.#place(), from: "editor", binary: "" });
      else this.#receive(data.toString());
      this.#waiters.wakeAll();
    });
    socket.on("error", () => {}); // "close" follows and tells.
    socket.on("close", (code, reason) => {
      this.#drop = { code, reason: reason.toString() };
      this.#waiters.wakeAll();
    });
  }

  send({ entry, rows }: Step): void {
    if ("binary" in entry) this.#socket?.send(Buffer.from(entry.binary, "base64"), { binary: true });
    else if ("ping" in entry) this.#socket?.ping(Buffer.from(entry.ping, "base64"));
    else {
      const text = moveFrame(entry.text, this.#options.move);
      const sent = this.#read({ ...this.#place(), from: "client", text });
      for (const [index, { number }] of sent.entries()) {
        const recorded = rows[index];
        if (!recorded) continue;
        this.#recorded.set(number, recorded.number);
        this.#sent.add(recorded.number);
      }
      this.#socket?.send(text);
    }
  }

  /** Resolves at the next thing that comes, be it the end; or when `signal` aborts. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.#drop) await this.#waiters.wait(signal);
  }

  #place(): { t: number; connection: number } {
    return { t: this.#options.now(), connection: 1 };
  }

  #read(entry: Entry): Row[] {
    const rows = this.#conversation.add(entry);
    // What the client says is the recording's, not the endpoint's.
    for (const row of rows)
      if (row.from !== "client") for (const fault of row.faults) this.faults.push(faultOf(row, fault));
    return rows;
  }

  #receive(text: string): void {
    for (const row of this.#read({ ...this.#place(), from: "editor", text })) {
      const recorded = row.answers === undefined ? undefined : this.#recorded.get(row.answers);
      if (recorded !== undefined) this.#arrived.set(recorded, row);
      if (row.kind === "error" && row.id === null) this.#errorsWithoutId++;
      const request = requestIn(row);
      if (request) this.#answer(request.id, request.method);
    }
  }

  /** As the client of the recording answered, under the id that is asked with now. */
  #answer(id: RequestId, method: string): void {
    const recorded = this.#options.plan.answers.get(method) ?? [];
    const count = this.#asked.get(method) ?? 0;
    this.#asked.set(method, count + 1);
    const unknown: RpcResponse = {
      jsonrpc: "2.0",
      id,
      error: { code: -32601, message: `The client of the recording was never asked for ${method}` },
    };
    const empty: RpcResponse = { jsonrpc: "2.0", id, result: {} };
    const answer = recorded[count] ?? recorded.at(-1) ?? (method === "ping" ? empty : unknown);
    const text = moveFrame(JSON.stringify({ ...answer, id }), this.#options.move);
    this.#read({ ...this.#place(), from: "client", text });
    this.#socket?.send(text);
  }
}
