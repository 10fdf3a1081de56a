/** One client over MCP's Streamable HTTP, for agents with few tools: the MCP life cycle as a table of methods. */
import { randomUUID } from "node:crypto";
import { messageOf, stackOf, version } from "@tandem-ide/base";
import {
  type CallToolResult,
  callToolParamsSchema,
  cancelledParamsSchema,
  errorCodes,
  initializeParamsSchema,
  invisibleCharacters,
  negotiateVersion,
  parseParams,
  RpcError,
} from "@tandem-ide/protocol";
import type { ClientInfo } from "../hub/editor.js";
import type { AgentSession, Hub } from "../hub/hub.js";
import { OwnedReviews } from "../hub/reviews/owned-reviews.js";
import { isRefusal } from "../json-rpc/answers.js";
import type { RequestContext } from "../json-rpc/receiver.js";
import type { Connection, ConnectionHandler } from "./connection.js";

/** A client that never lists tools counts as listening this long after its stream was opened. */
const listensWithoutListMs = 1000;

export interface HttpTool {
  readonly description: string;
  /** A JSON schema. */
  readonly inputSchema: { readonly type: "object"; readonly [key: string]: unknown };
  readonly execution?: object;
  run(args: Readonly<Record<string, unknown>>, call: RequestContext): Promise<CallToolResult> | CallToolResult;
}

export interface HttpSessionOptions {
  readonly hub: Hub;
  readonly connection: Connection;
  /** The agent's name for people, because some clients don't say who they are. */
  readonly name: string;
  readonly readyDelayMs: number;
  closed(): void;
}

export abstract class HttpSession implements ConnectionHandler, AgentSession {
  protected readonly hub: Hub;
  protected readonly connection: Connection;
  protected readonly reviews: OwnedReviews;
  readonly #options: HttpSessionOptions;
  #client: ClientInfo;
  #isIntroduced = false;
  #isListening = false;
  #cancelReady: (() => void) | undefined;

  constructor(options: HttpSessionOptions) {
    this.#options = options;
    this.hub = options.hub;
    this.connection = options.connection;
    this.#client = { id: randomUUID(), name: options.name, version: "" };
    this.reviews = new OwnedReviews(this.hub.clock, () => this.hub.statusChanged());
  }

  /** The tools by name. */
  protected abstract readonly tools: Readonly<Record<string, HttpTool>>;
  /** The client can receive its first state. */
  protected abstract becameReady(): void;

  get client(): ClientInfo {
    return this.#client;
  }

  get isIntroduced(): boolean {
    return this.#isIntroduced;
  }

  get isListening(): boolean {
    return this.#isListening && this.connection.hasStream;
  }

  get openReviews(): readonly string[] {
    return this.reviews.names;
  }

  allowsBatches(): boolean {
    return false;
  }

  notification(method: string, params: unknown): void {
    if (method !== "notifications/cancelled") return;
    const parsed = cancelledParamsSchema.safeParse(params);
    if (parsed.success)
      this.connection.cancel(parsed.data.requestId, parsed.data.reason ?? "The client has cancelled the request");
  }

  request(method: string, params: unknown, call: RequestContext): unknown {
    switch (method) {
      case "initialize":
        return this.#initialize(params);
      case "ping":
        return {};
      case "tools/list":
        this.#becomeReadyAfter(this.#options.readyDelayMs);
        return { tools: Object.entries(this.tools).map(([name, { run: _, ...tool }]) => ({ name, ...tool })) };
      case "tools/call":
        return this.#callTool(params, call);
      default:
        throw new RpcError(errorCodes.methodNotFound, `Unknown method: ${method}`);
    }
  }

  streamOpened(): void {
    this.#becomeReadyAfter(this.#isListening ? 0 : listensWithoutListMs);
  }

  ended(): void {
    this.#cancelReady?.();
    this.#options.closed();
  }

  #initialize(params: unknown): object {
    const { protocolVersion, clientInfo } = parseParams(initializeParamsSchema, params, "initialize");
    const clientVersion = (clientInfo?.version ?? "").replace(invisibleCharacters, "").slice(0, 100);
    this.#client = { ...this.#client, version: clientVersion };
    this.#isIntroduced = true;
    this.hub.clientsChanged();
    return {
      protocolVersion: negotiateVersion(protocolVersion),
      capabilities: { tools: {} },
      serverInfo: { name: this.hub.editor.name, version },
    };
  }

  #becomeReadyAfter(ms: number): void {
    if (!this.connection.hasStream) return;
    this.#cancelReady?.();
    this.#cancelReady = this.hub.clock.after(ms, () => {
      this.#isListening = true;
      if (!this.connection.hasStream) return;
      this.becameReady();
      this.hub.sessionListens();
    });
  }

  async #callTool(params: unknown, call: RequestContext): Promise<CallToolResult> {
    const { name, arguments: args = {} } = parseParams(callToolParamsSchema, params, "tools/call");
    const tool = Object.hasOwn(this.tools, name) ? this.tools[name] : undefined;
    if (!tool) throw new RpcError(errorCodes.invalidParams, `Unknown tool: ${name}`);
    try {
      return await tool.run(args, call);
    } catch (error) {
      if (error instanceof RpcError || call.isAborted) throw error;
      if (isRefusal(error)) return failure(messageOf(error));
      this.hub.log.error(`${name} failed: ${messageOf(error)}`, { stack: stackOf(error) });
      return failure(`${name} failed: ${messageOf(error)}`);
    }
  }
}

export function failure(message: string): CallToolResult {
  return { content: [{ type: "text", text: message }], isError: true };
}

/** Returns a member of a tool's arguments. */
export function stringOf(args: Readonly<Record<string, unknown>>, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new RpcError(errorCodes.invalidParams, `The argument ${name} must be a string`);
}
