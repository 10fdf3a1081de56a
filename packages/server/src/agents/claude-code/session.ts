/**
 * One connected client: the MCP life cycle, its notifications and its reviews. MCP is the table of methods below, because an
 * MCP library would triple the code that an editor loads (ARCHITECTURE.md).
 */
import { randomUUID } from "node:crypto";
import { type Logger, version } from "@tandem-ide/base";
import {
  allowsBatches,
  type CallToolResult,
  cancelledParamsSchema,
  errorCodes,
  type InitializeResult,
  ideConnectedSchema,
  initializeParamsSchema,
  invisibleCharacters,
  isRequestMethod,
  type ListToolsResult,
  negotiateVersion,
  type ProtocolVersion,
  parseParams,
  RpcError,
} from "@tandem-ide/protocol";
import type { WebSocket } from "ws";
import type { ClientInfo, Mention } from "../../hub/editor.js";
import type { AgentSession, Hub } from "../../hub/hub.js";
import { OwnedReviews } from "../../hub/reviews/owned-reviews.js";
import type { MessageLimits } from "../../json-rpc/batch.js";
import type { RequestContext } from "../../json-rpc/receiver.js";
import type { Settings } from "../../options.js";
import { type SelectionMessage, selectionMessages } from "./notifications.js";
import { asOpencodeCounts, isOpencode } from "./opencode.js";
import { Peer, type PeerHandler } from "./peer/peer.js";
import { WorkspaceRequests } from "./requests/index.js";
import { callTool, listTools } from "./tools/index.js";
import type { Caller } from "./tools/tool-call.js";

/** A client that never lists tools counts as listening this long after `initialized`. */
const listensWithoutListMs = 1000;
/**
 * How much longer to wait for a pong. If this process was stopped or busy, timers fire before received data is read, and that
 * may contain the pong.
 */
const pongGraceMs = 1000;
/** How long to wait for the reply to a close frame. */
const closeMs = 1000;

export interface SessionOptions {
  readonly hub: Hub;
  readonly settings: Settings;
  readonly limits: MessageLimits;
  readonly serializeMention: (mention: Mention) => Buffer;
  closed(session: Session): void;
}

type Method = (params: unknown, context: RequestContext) => unknown;

export class Session implements PeerHandler, AgentSession, Caller {
  readonly reviews: OwnedReviews;
  readonly #socket: WebSocket;
  readonly #peer: Peer;
  readonly #options: SessionOptions;
  readonly #hub: Hub;
  readonly #log: Logger;
  /** Progress reports of calls that wait for the user, repeated on each health check (MCP-04). */
  readonly #progressReports = new Set<() => void>();
  #client: ClientInfo = { id: randomUUID(), name: "unknown client", version: "" };
  #version: ProtocolVersion | undefined;
  #isListening = false;
  #mentions: Promise<void> = Promise.resolve();
  #cancelReady: (() => void) | undefined;
  #lastSelection: Buffer | undefined;
  #isResponsive = true;
  #cancelTermination: (() => void) | undefined;
  #workspaceRequests: WorkspaceRequests | undefined;
  #closing: Promise<void> | undefined;

  constructor(socket: WebSocket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#hub = options.hub;
    this.#log = options.hub.log.with({ client: this.#client.id.slice(0, 8) });
    this.reviews = new OwnedReviews(this.#hub.clock, () => this.#hub.statusChanged());
    this.#peer = new Peer(socket, this, options.limits, this.#log, options.settings.logBodies);
    socket.on("pong", () => {
      this.#isResponsive = true;
      this.#cancelTermination?.();
      this.#cancelTermination = undefined;
    });
    // The library answers pings itself, so limit a client that sends only pings too.
    socket.on("ping", () => this.#peer.dropIfBackpressured());
    socket.on("error", (error) => this.#log.warn(`Connection error: ${error.message}`));
    socket.on("close", (code) => this.#ended(code));
    this.#log.info("Client connected");
  }

  get client(): ClientInfo {
    return this.#client;
  }

  get isIntroduced(): boolean {
    return this.#version !== undefined;
  }

  /** False once the connection is closing. */
  get isListening(): boolean {
    return this.#isListening && this.#socket.readyState === this.#socket.OPEN;
  }

  get openReviews(): readonly string[] {
    return this.reviews.names;
  }

  /** Cleans up after the connection has ended (CON-08). */
  #ended(code: number): void {
    this.#log.info("Client disconnected", { code });
    this.#isListening = false;
    this.#cancelReady?.();
    this.#cancelTermination?.();
    this.#peer.abortAll("The client has disconnected");
    this.#workspaceRequests?.close();
    this.#options.closed(this);
  }

  /** Closes the connection, and terminates it if the client doesn't reply. */
  close(code: number, reason: string): Promise<void> {
    this.#closing ??= this.#closeSocket(code, reason);
    return this.#closing;
  }

  #closeSocket(code: number, reason: string): Promise<void> {
    this.#peer.abortAll(reason);
    if (this.#socket.readyState === this.#socket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      const cancel = this.#hub.clock.after(closeMs, () => this.#socket.terminate());
      this.#socket.once("close", () => {
        cancel();
        resolve();
      });
      this.#socket.close(code, reason);
    });
  }

  /** Sends a ping. A client that didn't answer the previous one is dropped (CON-08). */
  checkHealth(): void {
    if (!this.#isResponsive) {
      this.#cancelTermination ??= this.#hub.clock.after(pongGraceMs, () => {
        this.#log.warn("Removing dead connection");
        this.#socket.terminate();
      });
      return;
    }
    this.#isResponsive = false;
    this.#socket.ping();
    for (const report of this.#progressReports) report();
    this.#workspaceRequests?.onHealthCheck();
  }

  /** Sends a serialised notification. */
  send(message: Buffer): void {
    this.#peer.send(message);
  }

  /** Sends a serialised selection, unless it is the last one sent. */
  sendSelection({ bytes, isState }: SelectionMessage): void {
    if (isState && this.#lastSelection?.equals(bytes)) return;
    if (isState) this.#lastSelection = bytes;
    this.send(bytes);
  }

  mention(mention: Mention): void {
    const { serializeMention } = this.#options;
    if (!isOpencode(this.#client)) {
      this.send(serializeMention(mention));
      return;
    }
    // One after the other, because a mention may have to wait for its file.
    this.#mentions = this.#mentions.then(async () => this.send(serializeMention(await asOpencodeCounts(mention))));
  }

  overflowed(): void {
    void this.close(1013, "Too much unread output");
  }

  allowsBatches(): boolean {
    return allowsBatches(this.#version);
  }

  notification(method: string, params: unknown): void {
    switch (method) {
      case "notifications/initialized":
      case "initialized":
        this.#becomeReadyAfter(listensWithoutListMs);
        return;
      case "notifications/cancelled": {
        const parsed = cancelledParamsSchema.safeParse(params);
        if (parsed.success) this.#peer.cancel(parsed.data.requestId, parsed.data.reason ?? "cancelled by client");
        return;
      }
      case "ide_connected": {
        const parsed = ideConnectedSchema.safeParse(params);
        if (parsed.success) this.#client = { ...this.#client, pid: parsed.data.pid };
        this.#hub.clientsChanged();
        return;
      }
      default:
        this.#log.debug("Ignored a notification", { method });
    }
  }

  /** Doesn't await, because that would retain the params (see Peer). */
  request(method: string, params: unknown, context: RequestContext): unknown {
    const own = this.#methods.get(method);
    if (own) {
      if (!this.#version && !beforeInitialize.has(method))
        throw new RpcError(errorCodes.invalidRequest, `Send initialize first: ${method} requires it`);
      return own(params, context);
    }
    if (isRequestMethod(method)) {
      this.#workspaceRequests ??= new WorkspaceRequests(this.#hub, this.#options.settings, () => this.#client);
      return this.#workspaceRequests.answer(method, params, context);
    }
    throw new RpcError(errorCodes.methodNotFound, `Unknown method: ${method}`);
  }

  readonly #methods: ReadonlyMap<string, Method> = new Map<string, Method>([
    ["initialize", (params) => this.#initialize(params)],
    // Some protocol descriptions list it as a request, so answer it if it has an id (MCP-02).
    ["initialized", () => this.#initializedRequest()],
    ["notifications/initialized", () => this.#initializedRequest()],
    ["ping", () => ({})],
    ["tools/list", () => this.#listTools()],
    ["tools/call", (params, context) => this.#callTool(params, context)],
    ["prompts/list", () => ({ prompts: [] })],
    ["resources/list", () => ({ resources: [] })],
  ]);

  #initialize(params: unknown): InitializeResult {
    const { protocolVersion, clientInfo } = parseParams(initializeParamsSchema, params, "initialize");
    this.#version = negotiateVersion(protocolVersion);
    if (clientInfo)
      this.#client = { ...this.#client, name: printable(clientInfo.name), version: printable(clientInfo.version) };
    this.#hub.clientsChanged();
    this.#log.info("Client initialized", { name: this.#client.name, version: this.#client.version });
    return {
      protocolVersion: this.#version,
      // Prompts and resources are empty lists, so they aren't declared.
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: this.#hub.editor.name, version },
    };
  }

  #initializedRequest(): object {
    this.#becomeReadyAfter(listensWithoutListMs);
    return {};
  }

  #listTools(): ListToolsResult {
    // The client drops notifications sent right after this response, but not half a second later (NOT-05).
    this.#becomeReadyAfter(this.#options.settings.readyDelayMs);
    return { tools: listTools(this.#hub.editor) };
  }

  #becomeReadyAfter(ms: number): void {
    this.#cancelReady?.();
    this.#cancelReady = this.#hub.clock.after(ms, () => {
      this.#cancelReady = undefined;
      this.#isListening = true;
      // Send it even if it was sent before (NOT-05).
      this.#lastSelection = undefined;
      const { current } = this.#hub.selection;
      if (current)
        for (const message of selectionMessages(current, this.#options.settings.didChangeActiveEditor))
          this.sendSelection(message);
      this.#hub.sessionListens();
    });
  }

  async #callTool(params: unknown, request: RequestContext): Promise<CallToolResult> {
    await undefined; // Handle a cancellation that follows immediately.
    if (request.isAborted) throw new Error("Cancelled before it began");
    return callTool(params, this.#hub, this, request);
  }

  /** Reports progress for a call that waits for the user, now and on each health check until it ends. */
  reportWaiting(progressToken: string | number, message: string): () => void {
    let progress = 0;
    const report = () => this.#peer.notify("notifications/progress", { progressToken, progress: progress++, message });
    report();
    this.#progressReports.add(report);
    return () => this.#progressReports.delete(report);
  }
}

/** The methods that need no `initialize` (MCP-01, WSM-03). */
const beforeInitialize = new Set(["initialize", "ping", "resources/list", "initialized", "notifications/initialized"]);

/** Makes a client's name safe for display. */
function printable(text: string): string {
  return text.replace(invisibleCharacters, "").slice(0, 100);
}
