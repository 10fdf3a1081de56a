/**
 * One connected client: the MCP life cycle, what it may be told and when, and the diffs it owns.
 * MCP is the table of methods below: a library for it would triple what an editor loads (ARCHITECTURE.md).
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "@tandem/base";
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
} from "@tandem/protocol";
import type { WebSocket } from "ws";
import type { ClientInfo, Mention } from "../../hub/editor.js";
import type { AgentSession, Hub } from "../../hub/hub.js";
import { OwnedReviews } from "../../hub/reviews/owned-reviews.js";
import type { Settings } from "../../options.js";
import { type SelectionMessage, selectionMessages } from "./notifications.js";
import type { PeerLimits } from "./peer/batch.js";
import { Peer, type PeerHandler, type RequestContext } from "./peer/peer.js";
import { WorkspaceRequests } from "./requests/index.js";
import { callTool, listTools } from "./tools/index.js";
import type { Caller } from "./tools/tool-call.js";

/** How long after `initialized` a client that never lists tools is taken to listen. */
const listensWithoutListMs = 1000;
/**
 * How much longer a client without a sign of life has. After a time in which this process did not run, because it was
 * stopped or its editor was busy, timers come before what was received meanwhile, and the pong may be in that.
 */
const lastChanceMs = 1000;
/** How long a client may take to answer a close frame. */
const closeMs = 1000;

export interface SessionOptions {
  readonly hub: Hub;
  readonly settings: Settings;
  readonly limits: PeerLimits;
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
  /** Reports of calls that wait for the user, repeated at each health check (MCP-04). */
  readonly #waiting = new Set<() => void>();
  #client: ClientInfo = { id: randomUUID(), name: "unknown client", version: "" };
  #version: ProtocolVersion | undefined;
  #isListening = false;
  #cancelReady: (() => void) | undefined;
  #lastSelection: Buffer | undefined;
  #isAnswering = true;
  #cancelVerdict: (() => void) | undefined;
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
      this.#isAnswering = true;
      this.#cancelVerdict?.();
      this.#cancelVerdict = undefined;
    });
    // The answer to a ping is sent behind our back; a client that sends nothing else must be bounded too.
    socket.on("ping", () => this.#peer.dropIfDeaf());
    socket.on("error", (error) => this.#log.warn(`Connection error: ${error.message}`));
    socket.on("close", (code) => this.#ended(code));
    this.#log.info("Client connected");
  }

  get client(): ClientInfo {
    return this.#client;
  }

  /** One that says goodbye hears nothing more, though its connection may take a while to end. */
  get isListening(): boolean {
    return this.#isListening && this.#socket.readyState === this.#socket.OPEN;
  }

  get openReviews(): readonly string[] {
    return this.reviews.names;
  }

  /** The connection's end: what this client had open is undone (CON-08). */
  #ended(code: number): void {
    this.#log.info("Client disconnected", { code });
    this.#isListening = false;
    this.#cancelReady?.();
    this.#cancelVerdict?.();
    this.#peer.abortAll("The client has disconnected");
    this.#workspaceRequests?.close();
    this.#options.closed(this);
  }

  /** Says goodbye and waits until the connection is gone; a client that does not answer is cut off. */
  close(code: number, reason: string): Promise<void> {
    this.#closing ??= this.#sayGoodbye(code, reason);
    return this.#closing;
  }

  #sayGoodbye(code: number, reason: string): Promise<void> {
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

  /** Asks for a sign of life; a client that gave none since the last time is dropped (CON-08). */
  checkHealth(): void {
    if (!this.#isAnswering) {
      this.#cancelVerdict ??= this.#hub.clock.after(lastChanceMs, () => {
        this.#log.warn("Removing dead connection");
        this.#socket.terminate();
      });
      return;
    }
    this.#isAnswering = false;
    this.#socket.ping();
    for (const report of this.#waiting) report();
    this.#workspaceRequests?.rest();
  }

  /** A notification that was serialised once for all. */
  tell(message: Buffer): void {
    this.#peer.send(message);
  }

  /** A selection that was serialised once for all; one that this client has already is left out. */
  tellSelection({ bytes, isState }: SelectionMessage): void {
    if (isState && this.#lastSelection?.equals(bytes)) return;
    if (isState) this.#lastSelection = bytes;
    this.tell(bytes);
  }

  mention(mention: Mention): void {
    this.tell(this.#options.serializeMention(mention));
  }

  overflowed(): void {
    void this.close(1013, "Too much unread output");
  }

  takesBatches(): boolean {
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
        this.#hub.statusChanged();
        return;
      }
      default:
        this.#log.debug("Ignored a notification", { method });
    }
  }

  /** Nothing on the way of a call is awaited by who holds its params: see Peer. */
  request(method: string, params: unknown, context: RequestContext): unknown {
    const own = this.#methods.get(method);
    if (own) {
      if (!this.#version && !beforeInitialize.has(method))
        throw new RpcError(errorCodes.invalidRequest, `Send initialize first: ${method} needs it`);
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
    // Some descriptions of the protocol list it as a request, so one with an id is answered (MCP-02).
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
    this.#hub.statusChanged();
    this.#log.info("Client initialized", { name: this.#client.name, version: this.#client.version });
    return {
      protocolVersion: this.#version,
      // Only what is really served. Prompts and resources are answered as empty lists, which is no capability.
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: this.#hub.editor.name, version: serverVersion },
    };
  }

  #initializedRequest(): object {
    this.#becomeReadyAfter(listensWithoutListMs);
    return {};
  }

  #listTools(): ListToolsResult {
    // What is sent right after this reply is lost by the client; half a second later it arrives (NOT-05).
    this.#becomeReadyAfter(this.#options.settings.readyDelayMs);
    return { tools: listTools(this.#hub.editor) };
  }

  #becomeReadyAfter(ms: number): void {
    this.#cancelReady?.();
    this.#cancelReady = this.#hub.clock.after(ms, () => {
      this.#cancelReady = undefined;
      this.#isListening = true;
      // Told whether or not this client was told before (NOT-05).
      this.#lastSelection = undefined;
      const { current } = this.#hub.selection;
      if (current)
        for (const message of selectionMessages(current, this.#options.settings.didChangeActiveEditor))
          this.tellSelection(message);
      this.#hub.sessionListens();
    });
  }

  async #callTool(params: unknown, request: RequestContext): Promise<CallToolResult> {
    await undefined; // A cancellation right behind the call is heard first.
    if (request.isAborted) throw new Error("Cancelled before it began");
    return callTool(params, this.#hub, this, request);
  }

  /** Progress for a call that waits for a person: once now, and again at each health check until it ends. */
  reportWaiting(progressToken: string | number, message: string): () => void {
    let progress = 0;
    const report = () => this.#peer.notify("notifications/progress", { progressToken, progress: progress++, message });
    report();
    this.#waiting.add(report);
    return () => this.#waiting.delete(report);
  }
}

/** The methods that need no `initialize` (MCP-01, WSM-03). */
const beforeInitialize = new Set(["initialize", "ping", "resources/list", "initialized", "notifications/initialized"]);

/** What a client calls itself is shown to people, so it is short and has no control characters. */
function printable(text: string): string {
  return text.replace(invisibleCharacters, "").slice(0, 100);
}

const serverVersion = "0.1.0";
