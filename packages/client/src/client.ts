/** A connected client: typed calls, notifications, state. */
import { messageOf } from "@tandem-ide/base";
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
} from "@tandem-ide/protocol";
import { callSafely } from "./call-safely.js";
import { redial, steadyAfter } from "./connection/back-off.js";
import type { Drop } from "./connection/dial.js";
import type { AnyNotificationListener, NotificationHub, NotificationListener } from "./connection/notification-hub.js";
import { describeDrop, type Session } from "./connection/session.js";
import { ConnectionClosedError } from "./errors.js";
import type { Settings } from "./options.js";
import { parseResult, type Schema } from "./schema.js";
import type { ClosedState, ConnectionState } from "./state.js";

/**
 * Limits of one call or request.
 *
 * @example
 * const limits: CallOptions = { signal: controller.signal, timeoutMs: 500 };
 */
export interface CallOptions {
  /** When it aborts, the request is cancelled and the call rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Default: `requestTimeoutMs` of {@link ConnectOptions}; none for tools that wait for the user. */
  readonly timeoutMs?: number | undefined;
}

/** The input may be left out if all of its members are optional. */
type Inputs<Input> =
  Record<string, never> extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];

const results: { readonly [M in RequestMethod]: Schema<RequestResult<M>> } = requestResults;

/**
 * A connection to an editor, made by {@link connect}. Requests that are pending when the connection drops reject with a
 * {@link ConnectionClosedError}, and requests that the editor refuses reject with an `RpcError`.
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
  /** Reconnection attempts since the last stable connection. */
  #attempts = 0;
  #resolveClosed: (state: ClosedState) => void = () => {};

  /** Resolves when the connection is closed and won't be reopened. */
  readonly closed: Promise<ClosedState> = new Promise((resolve) => {
    this.#resolveClosed = resolve;
  });

  /** For {@link connect}. `open` opens new sessions after the first one has dropped. */
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
      // If the connection drops in the meantime, that is reported elsewhere and the old list is kept.
      this.listTools().catch(() => {});
    });
    this.#watch(first);
  }

  /** The `initialize` result of the latest connection. */
  get initializeResult(): InitializeResult {
    return this.#session.introduction.initialized;
  }

  /** The editor's name and version. */
  get serverInfo(): Implementation {
    return this.initializeResult.serverInfo;
  }

  /** The negotiated MCP revision. */
  get protocolVersion(): string {
    return this.initializeResult.protocolVersion;
  }

  /** The editor's tools, updated when it reports a change. */
  get tools(): readonly ToolDefinition[] {
    return this.#session.tools;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /**
   * Calls a tool and decodes its result. Throws a `ToolResultError` if the tool reports an error or the result has the wrong
   * shape.
   *
   * @example
   * const answer = await client.call("openDiff", proposal, { signal });
   * if (answer.decision === "saved") await writeFile(path, answer.text);
   */
  async call<N extends ToolName>(name: N, ...[input, options]: Inputs<ToolInput<N>>): Promise<ToolResults[N]> {
    return decodeToolResult(name, await this.callRaw(name, input ?? {}, options));
  }

  /** Calls any tool with any arguments and returns the undecoded result. */
  async callRaw(name: string, args: unknown = {}, options: CallOptions = {}): Promise<CallToolResult> {
    const timeoutMs = options.timeoutMs ?? (waitsForUser(name) ? undefined : this.#settings.requestTimeoutMs);
    const paramsOf = (id: number) => ({ name, arguments: args, _meta: { progressToken: id } });
    const answer = await this.#session.peer.request("tools/call", paramsOf, { ...options, timeoutMs });
    return parseResult(callToolResultSchema, answer, `the tool ${name}`);
  }

  /**
   * Makes a workspace request, which is plain JSON-RPC alongside MCP.
   *
   * @example
   * const text = await client.request("readFile", { path: "README.md" });
   */
  async request<M extends RequestMethod>(
    method: M,
    ...[params, options]: Inputs<RequestInput<M>>
  ): Promise<RequestResult<M>> {
    return parseResult(results[method], await this.requestRaw(method, params, options), method);
  }

  /** Makes any request and returns the unchecked result. */
  requestRaw(method: string, params?: unknown, options: CallOptions = {}): Promise<unknown> {
    const timeoutMs = options.timeoutMs ?? this.#settings.requestTimeoutMs;
    return this.#session.peer.request(method, () => params, { ...options, timeoutMs });
  }

  /** Sends a notification. It is dropped while there is no connection. */
  notify(method: string, params?: unknown): void {
    this.#session.peer.notify(method, params);
  }

  /**
   * Listens for a notification from the editor and returns a function that stops listening. Invalid params are reported to
   * `onViolation` instead.
   *
   * @example
   * const stop = client.on("at_mentioned", ({ filePath, lineStart }) => console.log(filePath, lineStart));
   */
  on<M extends EditorNotificationMethod>(method: M, listener: NotificationListener<M>): () => void {
    return this.#hub.on(method, listener);
  }

  /** Listens for all notifications, including unknown ones. The params are unchecked. */
  onAny(listener: AnyNotificationListener): () => void {
    return this.#hub.onAny(listener);
  }

  /** Listens for changes to {@link state}. */
  onState(listener: (state: ConnectionState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Requests the tool list again. */
  listTools(): Promise<readonly ToolDefinition[]> {
    return this.#session.refreshTools();
  }

  /** Resolves when the editor answers. */
  async ping(options: CallOptions = {}): Promise<void> {
    await this.requestRaw("ping", undefined, options);
  }

  /** Closes the connection and stops reconnecting. */
  async close(): Promise<void> {
    if (this.#state.status === "closed") return;
    this.#closing.abort(new ConnectionClosedError("The client closed the connection."));
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
    const reason = `The connection was lost (${describeDrop(drop)}).`;
    const close = (why: string) =>
      this.#enter({ status: "closed", byClient: signal.aborted, reason: why, closeCode: drop.code });
    if (signal.aborted) return close("Closed by the client.");
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
      if (signal.aborted) return close("Closed by the client.");
      close(`${reason} All attempts to reconnect failed. ${messageOf(error)}`);
    }
  }

  #enter(state: ConnectionState): void {
    this.#state = state;
    if (state.status === "closed") this.#resolveClosed(state);
    for (const listener of [...this.#stateListeners]) callSafely(() => listener(state));
  }
}
