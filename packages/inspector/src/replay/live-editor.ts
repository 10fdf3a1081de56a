/** A replayed editor's live connection to one client, whose requests are answered as recorded. */
import type { Clock } from "@tandem-ide/base";
import type { RpcRequest, RpcResponse } from "@tandem-ide/protocol";
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
  /** Called after each received message. */
  readonly onReceived: () => void;
  /** Called when the whole recording has been played. */
  readonly onPlayed: () => void;
}

/** A response that is sent after certain messages of the client. */
interface DelayedAnswer {
  readonly needs: Map<string, number>;
  readonly send: () => void;
}

/** Replaces the recorded `tab_name` in a response with the current one. */
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
  readonly #received = new Map<string, number>();
  readonly #delayed = new Set<DelayedAnswer>();
  /** How many requests were compared. */
  compared = 0;
  #answered = 0;
  /** How many of the plan's outgoing messages were sent. */
  #sent = 0;
  #stopTimer: (() => void) | undefined;

  constructor(socket: WebSocket, options: LiveEditorOptions) {
    this.#socket = socket;
    this.#options = options;
    const open = { headers: {}, protocol: socket.protocol || null };
    this.#read({ t: options.clock.now(), connection: 1, open });
    socket.on("message", (data, isBinary) => {
      const common = { t: options.clock.now(), connection: 1, from: "client" } as const;
      this.#receive(isBinary ? { ...common, binary: "" } : { ...common, text: data.toString() });
      options.onReceived();
      this.#sendNext();
    });
    socket.on("close", () => this.#stopTimer?.());
    this.#sendNext();
  }

  /** How many recorded messages of the editor were sent. */
  get played(): number {
    return this.#answered + this.#sent;
  }

  get isPlayed(): boolean {
    const { plan } = this.#options;
    return plan.unused.length === 0 && this.#delayed.size === 0 && this.#sent === plan.outgoing.length;
  }

  /** The kinds of recorded notifications that were never received. */
  get missingNotifications(): string[] {
    return [...this.#options.plan.clientNotifications].filter((kind) => !this.#received.has(kind));
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
      this.#received.set(kind, (this.#received.get(kind) ?? 0) + 1);
      for (const delayed of [...this.#delayed]) this.#release(delayed, kind);
      const request = requestIn(row);
      if (request) this.#answer(request, row);
    }
  }

  #release(delayed: DelayedAnswer, kind: string): void {
    const left = (delayed.needs.get(kind) ?? 0) - 1;
    if (left > 0) delayed.needs.set(kind, left);
    else delayed.needs.delete(kind);
    if (delayed.needs.size > 0) return;
    this.#delayed.delete(delayed);
    delayed.send();
  }

  #answer(request: RpcRequest, row: Row): void {
    const { plan, moveBack, isExact } = this.#options;
    const kind = kindOf(row);
    const given = argumentsOf(request);
    const match = plan.match(kind, moveValue(given, moveBack), isExact);
    const addDifference = (what: string) => this.differences.push({ call: nameOf(row), id: request.id, what });
    if (!match) {
      const message = noAnswer(row, plan.countOf(kind));
      // A client may ping at any time.
      if (request.method !== "ping") addDifference(message);
      this.#send(answerWithoutRecord(request, message));
      return;
    }
    this.compared++;
    for (const what of match.differences) addDifference(what);
    this.#play(match, request, given);
  }

  #play({ exchange, progress, needs }: Match, request: RpcRequest, given: unknown): void {
    const { move } = this.#options;
    const token = progressTokenOf(request);
    if (token !== undefined)
      for (const report of progress) this.#send({ ...report, params: { ...report.params, progressToken: token } });
    // If it wasn't answered in the recording, don't answer now.
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
    else this.#delayed.add({ needs: new Map(needs), send });
  }

  #send(message: unknown): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    const text = JSON.stringify(message);
    this.#read({ t: this.#options.clock.now(), connection: 1, from: "editor", text });
    this.#socket.send(text);
  }

  /** Sends the outgoing messages that are due, one after another. */
  #sendNext(): void {
    const { plan, clock, move, onPlayed } = this.#options;
    if (this.isPlayed) {
      onPlayed();
      return;
    }
    const next = plan.outgoing[this.#sent];
    if (!next || this.#stopTimer) return;
    for (const [kind, count] of next.needs) if ((this.#received.get(kind) ?? 0) < count) return;
    this.#stopTimer = clock.after(next.gapMs, () => {
      this.#stopTimer = undefined;
      this.#sent++;
      this.#send(moveValue(next.message, move));
      this.#sendNext();
    });
  }
}
