/** The living side of a replayed editor: one client, its requests answered as recorded. */

import type { Clock } from "@tandem/base";
import type { RpcRequest, RpcResponse } from "@tandem/protocol";
import type { WebSocket } from "ws";
import { Conversation } from "../reading/conversation.js";
import type { Row } from "../reading/row.js";
import type { Entry } from "../recording/entry.js";
import {
  answerWithoutRecord,
  argumentsOf,
  type EditorPlan,
  kindOf,
  type Match,
  noAnswer,
  progressTokenOf,
} from "./editor-plan.js";
import { moveFrame } from "./live-client.js";
import { type MoveText, moveValue } from "./paths.js";
import type { Difference } from "./result.js";
import { faultOf, nameOf, requestIn } from "./script.js";

export interface LiveEditorOptions {
  readonly plan: EditorPlan;
  readonly move: MoveText;
  readonly moveBack: MoveText;
  readonly isExact: boolean;
  readonly clock: Clock;
  /** Told of everything that comes, and when the recording is used up. */
  readonly onCame: () => void;
  readonly onPlayed: () => void;
}

/** An answer that waits for what the client has to send first. */
interface Held {
  readonly needs: Map<string, number>;
  readonly send: () => void;
}

/** Gives `tab_name` of this session to an answer that repeats the recorded one. */
function withTabName(answer: RpcResponse, recorded: unknown, given: unknown): RpcResponse {
  const nameIn = (args: unknown) =>
    typeof args === "object" && args !== null && "tab_name" in args && typeof args.tab_name === "string"
      ? args.tab_name
      : undefined;
  const [before, now] = [nameIn(recorded), nameIn(given)];
  if (before === undefined || now === undefined || !("result" in answer)) return answer;
  return { ...answer, result: moveValue(answer.result, (text) => (text === before ? now : text)) };
}

export class LiveEditor {
  readonly differences: Difference[] = [];
  readonly faults: string[] = [];
  readonly #options: LiveEditorOptions;
  readonly #socket: WebSocket;
  readonly #conversation = new Conversation();
  readonly #came = new Map<string, number>();
  readonly #held = new Set<Held>();
  #compared = 0;
  #answered = 0;
  /** The place in the list of what the editor says by itself. */
  #said = 0;
  #stopTimer: (() => void) | undefined;

  constructor(socket: WebSocket, options: LiveEditorOptions) {
    this.#socket = socket;
    this.#options = options;
    const open = { headers: {}, protocol: socket.protocol || null };
    this.#read({ t: options.clock.now(), connection: 1, open });
    socket.on("message", (data, isBinary) => {
      const place = { t: options.clock.now(), connection: 1, from: "client" } as const;
      this.#receive(isBinary ? { ...place, binary: "" } : { ...place, text: data.toString() });
      options.onCame();
      this.#goOn();
    });
    socket.on("close", () => this.#stopTimer?.());
    this.#goOn();
  }

  get compared(): number {
    return this.#compared;
  }

  /** How many recorded messages of the editor were said. */
  get played(): number {
    return this.#answered + this.#said;
  }

  get isPlayed(): boolean {
    const { plan } = this.#options;
    return plan.unused.length === 0 && this.#held.size === 0 && this.#said === plan.outgoing.length;
  }

  /** The kinds of notifications that were recorded and never came. */
  get missingNotifications(): string[] {
    return [...this.#options.plan.clientNotifications].filter((kind) => !this.#came.has(kind));
  }

  #read(entry: Entry): Row[] {
    const rows = this.#conversation.add(entry);
    for (const row of rows)
      if (row.from === "client") for (const fault of row.faults) this.faults.push(faultOf(row, fault));
    return rows;
  }

  #receive(entry: Entry): void {
    for (const row of this.#read(entry)) {
      const kind = kindOf(row);
      this.#came.set(kind, (this.#came.get(kind) ?? 0) + 1);
      for (const held of [...this.#held]) this.#release(held, kind);
      const request = requestIn(row);
      if (request) this.#answer(request, row);
    }
  }

  #release(held: Held, kind: string): void {
    const left = (held.needs.get(kind) ?? 0) - 1;
    if (left > 0) held.needs.set(kind, left);
    else held.needs.delete(kind);
    if (held.needs.size > 0) return;
    this.#held.delete(held);
    held.send();
  }

  #answer(request: RpcRequest, row: Row): void {
    const { plan, moveBack, isExact } = this.#options;
    const kind = kindOf(row);
    const given = argumentsOf(request);
    const match = plan.match(kind, moveValue(given, moveBack), isExact);
    const tell = (what: string) => this.differences.push({ call: nameOf(row), id: request.id, what });
    if (!match) {
      const words = noAnswer(row, plan.countOf(kind));
      // Any client may ask whether somebody is there.
      if (request.method !== "ping") tell(words);
      this.#send(answerWithoutRecord(request, words));
      return;
    }
    this.#compared++;
    for (const what of match.differences) tell(what);
    this.#play(match, request, given);
  }

  #play({ exchange, progress, needs }: Match, request: RpcRequest, given: unknown): void {
    const { move } = this.#options;
    const token = progressTokenOf(request);
    if (token !== undefined)
      for (const report of progress) this.#send({ ...report, params: { ...report.params, progressToken: token } });
    // One that was never answered is not answered now.
    if (!exchange.answer) return;
    const recorded = moveValue(argumentsOf(exchange.request), move);
    const moved: RpcResponse = JSON.parse(
      moveFrame(JSON.stringify({ ...exchange.answer.message, id: request.id }), move),
    );
    const answer = withTabName(moved, recorded, given);
    const send = () => {
      this.#answered++;
      this.#send(answer);
    };
    if (needs.size === 0) send();
    else this.#held.add({ needs: new Map(needs), send });
  }

  #send(message: unknown): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const text = JSON.stringify(message);
    this.#read({ t: this.#options.clock.now(), connection: 1, from: "editor", text });
    this.#socket.send(text);
  }

  /** Says what is due by now, one after the other. */
  #goOn(): void {
    const { plan, clock, move, onPlayed } = this.#options;
    if (this.isPlayed) {
      onPlayed();
      return;
    }
    const next = plan.outgoing[this.#said];
    if (!next || this.#stopTimer) return;
    for (const [kind, count] of next.needs) if ((this.#came.get(kind) ?? 0) < count) return;
    this.#stopTimer = clock.after(next.gapMs, () => {
      this.#stopTimer = undefined;
      this.#said++;
      this.#send(moveValue(next.message, move));
      this.#goOn();
    });
  }
}
