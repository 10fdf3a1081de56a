/**
 * One connected client: the MCP life cycle, what it may be told and when, and the diffs it owns.
 * MCP is the table of methods below: a library for it would triple what an editor loads (ARCHITECTURE.md).
 */
import { randomUUID } from "node:crypto";
import type { Logger } from "@tandem/base";
import {
  allowsBatches,
  type CallToolResult,
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
import type { PeerLimits } from "./batch.js";
import { OwnedDiffs } from "./diffs.js";
import type { ClientInfo } from "./editor.js";
import type { MentionTarget } from "./notifications/mentions.js";
import { serializeNotification } from "./notifications/serialize.js";
import { Peer, type PeerHandler, type RequestContext } from "./peer.js";
import { WorkspaceRequests } from "./requests/index.js";
import type { Services } from "./services.js";
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
  readonly services: Services;
  readonly limits: PeerLimits;
  readonly readyDelayMs: number;
  readonly logBodies: boolean;
  /** Something that a status display shows has changed. */
  changed(): void;
  /** The client has begun to listen. */
  listening(session: Session): void;
  closed(session: Session): void;
}

type Method = (params: unknown, context: RequestContext) => unknown;

export class Session implements PeerHandler, MentionTarget, Caller {
  readonly id = randomUUID();
  readonly diffs: OwnedDiffs;
  readonly #socket: WebSocket;
  readonly #peer: Peer;
  readonly #options: SessionOptions;
  readonly #services: Services;
  readonly #log: Logger;
  /** Reports of calls that wait for the user, repeated at each health check (MCP-04). */
  readonly #waiting = new Set<() => void>();
  #client: ClientInfo = { id: this.id, name: "unknown client", version: "" };
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
    this.#services = options.services;
    this.#log = options.services.log.with({ client: this.id.slice(0, 8) });
    this.diffs = new OwnedDiffs(this.#services.clock, options.changed);
    this.#peer = new Peer(socket, this, options.limits, this.#log, options.logBodies);
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
      const cancel = this.#services.clock.after(closeMs, () => this.#socket.terminate());
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
      this.#cancelVerdict ??= this.#services.clock.after(lastChanceMs, () => {
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
  tellSelection(message: Buffer, isState: boolean): void {
    if (isState && this.#lastSelection?.equals(message)) return;
    if (isState) this.#lastSelection = message;
    this.tell(message);
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
      case "ide_connected": {
        const parsed = ideConnectedSchema.safeParse(params);
        if (parsed.success) this.#client = { ...this.#client, pid: parsed.data.pid };
        this.#options.changed();
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
      this.#workspaceRequests ??= new WorkspaceRequests(this.#services);
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
    this.#options.changed();
    this.#log.info("Client initialized", { name: this.#client.name, version: this.#client.version });
    return {
      protocolVersion: this.#version,
      // Only what is really served. Prompts and resources are answered as empty lists, which is no capability.
      capabilities: { tools: { listChanged: true } },
      serverInfo: { name: this.#services.editor.name, version: serverVersion },
    };
  }

  #initializedRequest(): object {
    this.#becomeReadyAfter(listensWithoutListMs);
    return {};
  }

  #listTools(): ListToolsResult {
    // What is sent right after this reply is lost by the client; half a second later it arrives (NOT-05).
    this.#becomeReadyAfter(this.#options.readyDelayMs);
    return { tools: listTools(this.#services.editor) };
  }

  #becomeReadyAfter(ms: number): void {
    this.#cancelReady?.();
    this.#cancelReady = this.#services.clock.after(ms, () => {
      this.#cancelReady = undefined;
      this.#isListening = true;
      // Told whether or not this client was told before (NOT-05).
      this.#lastSelection = undefined;
      for (const { method, params } of this.#services.selection.current())
        this.tellSelection(serializeNotification(method, params), method === "selection_changed");
      this.#options.listening(this);
    });
  }

  async #callTool(params: unknown, request: RequestContext): Promise<CallToolResult> {
    await undefined; // A cancellation right behind the call is heard first.
    if (request.isAborted) throw new Error("Cancelled before it began");
    return callTool(params, this.#services, this, request);
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
