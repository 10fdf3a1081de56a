/** A connected client: typed calls, notifications, state. */
import { messageOf } from "@tandem/base";
import {
  type CallToolResult,
  callToolResultSchema,
  decodeToolResult,
  type EditorNotificationMethod,
  type Implementation,
  type InitializeResult,
  type RequestInput,
  type RequestMethod,
  type RequestResult,
  requestResults,
  type ToolDefinition,
  type ToolInput,
  type ToolName,
  type ToolResults,
  waitsForUser,
} from "@tandem/protocol";
import { callSafely } from "./call-safely.js";
import { redial, steadyAfter } from "./connection/back-off.js";
import type { Drop } from "./connection/dial.js";
import type { AnyNotificationListener, NotificationHub, NotificationListener } from "./connection/notification-hub.js";
import { describeDrop, type Session } from "./connection/session.js";
import { AnswerError, ConnectionClosedError } from "./errors.js";
import type { Settings } from "./options.js";
import { check, type Schema } from "./schema.js";
import type { ClosedState, ConnectionState } from "./state.js";

/**
 * Limits of one call or request.
 *
 * @example
 * const limits: CallOptions = { signal: controller.signal, timeoutMs: 500 };
 */
export interface CallOptions {
  /** When it aborts, the editor is told so and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `requestTimeoutMs` of {@link ConnectOptions}; none for tools that wait for the user. */
  readonly timeoutMs?: number | undefined;
}

/** Where every input is optional, the whole of it may be left out. */
type Inputs<Input> =
  Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

const results: { readonly [M in RequestMethod]: Schema<RequestResult<M>> } = requestResults;

/**
 * A connection to an editor, made by {@link connect}. Requests that wait when the connection drops reject with a
 * {@link ConnectionClosedError}; what the editor refuses rejects with an `RpcError`.
 *
 * @example
 * await using client = await connect(targetOf(editor), { reconnect: true });
 * client.on("selection_changed", ({ filePath, text }) => console.log(filePath, text));
 * const { tabs } = await client.call("getOpenEditors");
 */
export class Client implements AsyncDisposable {
  readonly #open: (signal: AbortSignal) => Promise<Session>;
  readonly #hub: NotificationHub;
  readonly #settings: Settings;
  readonly #closing = new AbortController();
  readonly #stateListeners = new Set<(state: ConnectionState) => void>();
  #session: Session;
  #state: ConnectionState = { status: "connected" };
  /** How much of the redial timetable is used up since a connection last held. */
  #attempts = 0;
  #tellClosed: (state: ClosedState) => void = () => {};

  /** Resolves when the connection is closed for good. */
  readonly closed: Promise<ClosedState> = new Promise((resolve) => {
    this.#tellClosed = resolve;
  });

  /** For {@link connect}: `open` makes further sessions after the first has dropped. */
  constructor(
    first: Session,
    open: (signal: AbortSignal) => Promise<Session>,
    hub: NotificationHub,
    settings: Settings,
  ) {
    this.#session = first;
    this.#open = open;
    this.#hub = hub;
    this.#settings = settings;
    hub.on("notifications/tools/list_changed", () => {
      // A drop in the meantime is told elsewhere, and the old list is then as good as any.
      this.listTools().catch(() => {});
    });
    this.#watch(first);
  }

  /** The editor's answer to `initialize`, of the latest connection. */
  get initializeResult(): InitializeResult {
    return this.#session.introduction.initialized;
  }

  /** As the editor introduces itself. */
  get serverInfo(): Implementation {
    return this.initializeResult.serverInfo;
  }

  /** The MCP revision that was agreed on. */
  get protocolVersion(): string {
    return this.initializeResult.protocolVersion;
  }

  /** The tools that the editor lists, kept up to date when it says that they changed. */
  get tools(): readonly ToolDefinition[] {
    return this.#session.tools;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /**
   * Calls a tool and decodes its answer. An answer that reports an error or has another form throws a
   * `ToolResultError`.
   *
   * @example
   * const answer = await client.call("openDiff", proposal, { signal });
   * if (answer.decision === "saved") await writeFile(path, answer.text);
   */
  async call<N extends ToolName>(name: N, ...[input, options]: Inputs<ToolInput<N>>): Promise<ToolResults[N]> {
    return decodeToolResult(name, await this.callRaw(name, input ?? {}, options));
  }

  /** Calls any tool with any arguments, and gives the answer as it is. */
  async callRaw(name: string, args: unknown = {}, options: CallOptions = {}): Promise<CallToolResult> {
    const timeoutMs = options.timeoutMs ?? (waitsForUser(name) ? undefined : this.#settings.requestTimeoutMs);
    const paramsOf = (id: number) => ({ name, arguments: args, _meta: { progressToken: id } });
    const answer = await this.#session.peer.request("tools/call", paramsOf, { ...options, timeoutMs });
    const checked = check(callToolResultSchema, answer, "the answer");
    if ("problem" in checked) throw new AnswerError(`The answer of the tool ${name} is malformed: ${checked.problem}`);
    return checked.data;
  }

  /**
   * Makes a workspace request, which is plain JSON-RPC beside MCP.
   *
   * @example
   * const text = await client.request("readFile", { path: "README.md" });
   */
  async request<M extends RequestMethod>(
    method: M,
    ...[params, options]: Inputs<RequestInput<M>>
  ): Promise<RequestResult<M>> {
    const checked = check(results[method], await this.requestRaw(method, params, options), "the answer");
    if ("problem" in checked) throw new AnswerError(`The answer to ${method} is malformed: ${checked.problem}`);
    return checked.data;
  }

  /** Makes any request, and gives the result as it is. */
  requestRaw(method: string, params?: unknown, options: CallOptions = {}): Promise<unknown> {
    const timeoutMs = options.timeoutMs ?? this.#settings.requestTimeoutMs;
    return this.#session.peer.request(method, () => params, { ...options, timeoutMs });
  }

  /** Sends a notification; without a connection it is lost. */
  notify(method: string, params?: unknown): void {
    this.#session.peer.notify(method, params);
  }

  /**
   * Listens for a notification of the editor. Params that break the protocol go to `onViolation` and no listener. The
   * function that is returned ends it.
   *
   * @example
   * const stop = client.on("at_mentioned", ({ filePath, lineStart }) => console.log(filePath, lineStart));
   */
  on<M extends EditorNotificationMethod>(method: M, listener: NotificationListener<M>): () => void {
    return this.#hub.on(method, listener);
  }

  /** Listens for every notification, known or not, unchecked. */
  onAny(listener: AnyNotificationListener): () => void {
    return this.#hub.onAny(listener);
  }

  /** Listens for changes of {@link state}. */
  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Asks for the tools again. */
  listTools(): Promise<readonly ToolDefinition[]> {
    return this.#session.refreshTools();
  }

  /** Resolves when the editor answers. */
  async ping(options: CallOptions = {}): Promise<void> {
    await this.requestRaw("ping", undefined, options);
  }

  /** Ends the connection, or the attempts to get it back. */
  async close(): Promise<void> {
    if (this.#state.status === "closed") return;
    this.#closing.abort(new ConnectionClosedError("The connection was closed on this side."));
    await this.#session.close();
    await this.closed;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #watch(session: Session): void {
    this.#session = session;
    const startOver = () => {
      this.#attempts = 0;
    };
    const stopTimer = this.#attempts > 0 ? this.#settings.clock.after(steadyAfter, startOver) : undefined;
    void session.dropped.then((drop) => {
      stopTimer?.();
      return this.#afterDrop(drop);
    });
  }

  async #afterDrop(drop: Drop): Promise<void> {
    const { signal } = this.#closing;
    const reason = `The connection ended (${describeDrop(drop)}).`;
    const close = (why: string) =>
      this.#enter({ status: "closed", byClient: signal.aborted, reason: why, closeCode: drop.code });
    if (signal.aborted) return close("Closed on this side.");
    if (!this.#settings.reconnect) return close(reason);
    try {
      const session = await redial(() => this.#open(signal), {
        clock: this.#settings.clock,
        signal,
        used: this.#attempts,
        onAttempt: (attempt, delayMs) => {
          this.#attempts = attempt;
          this.#enter({ status: "reconnecting", attempt, delayMs, reason });
        },
      });
      this.#watch(session);
      if (signal.aborted) return void session.close();
      this.#enter({ status: "connected" });
    } catch (error) {
      if (signal.aborted) return close("Closed on this side.");
      close(`${reason} All attempts to get it back failed. ${messageOf(error)}`);
    }
  }

  #enter(state: ConnectionState): void {
    this.#state = state;
    if (state.status === "closed") this.#tellClosed(state);
    for (const listener of [...this.#stateListeners]) callSafely(() => listener(state));
  }
}
