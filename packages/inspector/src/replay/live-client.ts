/** A replayed client's live connection: sent and received messages, matched with the recorded requests. */
import { Condition } from "@tandem-ide/base";
import type { RequestId, RpcResponse } from "@tandem-ide/protocol";
import type { WebSocket } from "ws";
import { Conversation } from "../reading/conversation.js";
import type { Row } from "../reading/row.js";
import type { Entry } from "../recording/entry.js";
import type { ClientPlan, Step, Wait } from "./client-plan.js";
import { type MoveText, moveValue } from "./paths.js";
import type { ReplayResult } from "./result.js";
import { faultOf, requestIn } from "./script.js";

/** Moves the paths in a frame, which may not be JSON. */
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

export interface LiveClientOptions {
  readonly plan: ClientPlan;
  readonly move: MoveText;
  /** The headers of the recorded upgrade request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly now: () => number;
}

export class LiveClient {
  readonly #options: LiveClientOptions;
  readonly #conversation = new Conversation();
  /** The recorded request for each live one, by row number. */
  readonly #recorded = new Map<number, number>();
  /** The received responses, by the row number of the recorded request. */
  readonly answers = new Map<number, Row>();
  /** The row numbers of the recorded requests that were sent. */
  readonly sent = new Set<number>();
  readonly #asked = new Map<string, number>();
  readonly #waiters = new Condition();
  readonly faults: string[] = [];
  #socket: WebSocket | undefined;
  #errorsWithoutId = 0;
  /** How the connection ended, if it has. */
  drop: ReplayResult["lost"];

  constructor(options: LiveClientOptions) {
    this.#options = options;
  }

  hasReceived(wait: Wait): boolean {
    return wait.kind === "answer" ? this.answers.has(wait.request.number) : this.#errorsWithoutId >= wait.count;
  }

  listen(socket: WebSocket): void {
    this.#socket = socket;
    socket.on("open", () => {
      const { headers } = this.#options;
      this.#read({ ...this.#stamp(), open: { headers: { ...headers }, protocol: socket.protocol || null } });
    });
    socket.on("message", (data, isBinary) => {
      if (isBinary) this.#read({ ...this.#stamp(), from: "editor", binary: "" });
      else this.#receive(data.toString());
      this.#waiters.notifyAll();
    });
    socket.on("error", () => {}); // "close" follows.
    socket.on("close", (code, reason) => {
      this.drop = { code, reason: reason.toString() };
      this.#waiters.notifyAll();
    });
  }

  send({ entry, rows }: Step): void {
    if ("binary" in entry) this.#socket?.send(Buffer.from(entry.binary, "base64"), { binary: true });
    else if ("ping" in entry) this.#socket?.ping(Buffer.from(entry.ping, "base64"));
    else {
      const text = moveFrame(entry.text, this.#options.move);
      const sent = this.#read({ ...this.#stamp(), from: "client", text });
      for (const [index, { number }] of sent.entries()) {
        const recorded = rows[index];
        if (!recorded) continue;
        this.#recorded.set(number, recorded.number);
        this.sent.add(recorded.number);
      }
      this.#socket?.send(text);
    }
  }

  /** Resolves at the next message, at the end of the connection, or when `signal` aborts. */
  async next(signal: AbortSignal): Promise<void> {
    if (!this.drop) await this.#waiters.wait(signal);
  }

  #stamp(): { t: number; connection: number } {
    return { t: this.#options.now(), connection: 1 };
  }

  #read(entry: Entry): Row[] {
    const rows = this.#conversation.add(entry);
    // The client's messages are from the recording.
    for (const row of rows)
      if (row.from !== "client") for (const fault of row.faults) this.faults.push(faultOf(row, fault));
    return rows;
  }

  #receive(text: string): void {
    for (const row of this.#read({ ...this.#stamp(), from: "editor", text })) {
      const recorded = row.answers === undefined ? undefined : this.#recorded.get(row.answers);
      if (recorded !== undefined) this.answers.set(recorded, row);
      if (row.kind === "error" && row.id === null) this.#errorsWithoutId++;
      const request = requestIn(row);
      if (request) this.#answer(request.id, request.method);
    }
  }

  /** Answers like the recorded client, with the current id. */
  #answer(id: RequestId, method: string): void {
    const recorded = this.#options.plan.answers.get(method) ?? [];
    const count = this.#asked.get(method) ?? 0;
    this.#asked.set(method, count + 1);
    const unknown: RpcResponse = {
      jsonrpc: "2.0",
      id,
      error: { code: -32601, message: `The recording has no response to ${method}` },
    };
    const empty: RpcResponse = { jsonrpc: "2.0", id, result: {} };
    const answer = recorded[count] ?? recorded.at(-1) ?? (method === "ping" ? empty : unknown);
    const text = moveFrame(JSON.stringify({ ...answer, id }), this.#options.move);
    this.#read({ ...this.#stamp(), from: "client", text });
    this.#socket?.send(text);
  }
}
