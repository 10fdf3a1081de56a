/** A client that calls as fast as it is answered, a few calls at a time, and checks every response. */
import { type Message, RawClient } from "./raw-client.js";

/** Concurrent calls. */
const atOnce = 4;

/** Each with a word that its response must contain, to detect responses to other calls. */
const calls: readonly ((index: number) => { method: string; params?: object; word: string })[] = [
  () => ({ method: "ping", word: '"result":{}' }),
  () => ({ method: "tools/call", params: { name: "getWorkspaceFolders", arguments: {} }, word: "rootPath" }),
  () => ({ method: "tools/call", params: { name: "getOpenEditors", arguments: {} }, word: "viewColumn" }),
  (index) => ({
    method: "tools/call",
    params: { name: "checkDocumentDirty", arguments: { filePath: `/none/${index}` } },
    word: `/none/${index}\\"`,
  }),
  (index) => ({
    method: "tools/call",
    params: { name: "executeCode", arguments: { code: `code-${index}.` } },
    word: `code-${index}.`,
  }),
  () => ({ method: "tools/call", params: { name: "closeAllDiffTabs", arguments: {} }, word: "CLOSED_0_DIFF_TABS" }),
];

interface UnderWay {
  readonly index: number;
  readonly word: string;
  readonly kind: number;
  readonly sent: number;
}

export class Caller {
  readonly client: RawClient;
  /** The received cursor positions, in order. */
  readonly selections: number[] = [];
  answered = 0;
  worstMs = 0;
  /**
   * Responses that are duplicate, unexpected or wrong, or that arrive before the response to an older call of the same
   * kind.
   */
  readonly wrong: string[] = [];
  readonly #total: number;
  readonly #underWay = new Map<string | number | null | undefined, UnderWay>();
  readonly #lastOfKind = new Map<number, number>();
  #next = 0;
  #finished: () => void = () => {};

  private constructor(client: RawClient, total: number) {
    this.client = client;
    this.#total = total;
    client.onMessage = (message) => this.#take(message);
  }

  static async connect(target: { port: number; authToken: string }, total: number): Promise<Caller> {
    return new Caller(await RawClient.initialize(target), total);
  }

  /** Calls until all are answered, or the connection is gone. */
  run(): Promise<void> {
    return new Promise((resolve) => {
      this.#finished = resolve;
      for (let i = 0; i < atOnce; i++) this.#call();
    });
  }

  #call(): void {
    if (this.#next === this.#total) return;
    const index = this.#next++;
    const kind = index % calls.length;
    const { method, params, word } = calls[kind]?.(index) ?? { method: "ping", word: "" };
    this.#underWay.set(index, { index, word, kind, sent: performance.now() });
    this.client.sendText(JSON.stringify({ jsonrpc: "2.0", id: index, method, params }));
  }

  #take(message: Message): void {
    // The cursor was at 0 before it started to move.
    const character = message.method === "selection_changed" ? characterOf(message.params) : 0;
    if (character > 0) this.selections.push(character);
    if (message.method !== undefined) return;
    const call = this.#underWay.get(message.id);
    this.#underWay.delete(message.id);
    if (!call || !JSON.stringify(message).includes(call.word)) {
      this.wrong.push(JSON.stringify({ call, message }).slice(0, 300));
      return;
    }
    if ((this.#lastOfKind.get(call.kind) ?? -1) > call.index) this.wrong.push(`${call.index} was overtaken`);
    this.#lastOfKind.set(call.kind, call.index);
    this.worstMs = Math.max(this.worstMs, performance.now() - call.sent);
    if (++this.answered === this.#total) this.#finished();
    else this.#call();
  }
}

function characterOf(params: Record<string, unknown> | undefined): number {
  const { selection } = params as { selection: { start: { character: number } } };
  return selection.start.character;
}
