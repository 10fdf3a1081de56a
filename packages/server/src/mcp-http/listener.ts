/**
 * Listens for clients that speak MCP's Streamable HTTP. Written by hand, because the official SDK's server is 402 KB, four times
 * the space that all agents have in an editor's bundle. Tests use the SDK's client.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import { type Clock, type Logger, messageOf } from "@tandem-ide/base";
import type { MessageLimits } from "../json-rpc/batch.js";
import { checkOrigin, digest, isSecret, type Rejection } from "../loopback/check-request.js";
import { guessLimit } from "../loopback/guess-limit.js";
import { Connection, type ConnectionHandler } from "./connection.js";
import { answerPost, type Exchange, fail } from "./exchange.js";

/** The only path, as in the SDK's examples and in every client. */
const path = "/mcp";
export const tooManyAttempts = "Too many rejected attempts. Wait a second and read the discovery file again.";

export interface HttpListenerOptions<P> {
  /** The value of the `Authorization` header. */
  readonly authorization: string;
  readonly allowedHosts: readonly string[];
  readonly maxMessageBytes: number;
  readonly limits: MessageLimits;
  /** Time between two signs of life on a stream. */
  readonly keepAliveMs: number;
  readonly clock: Clock;
  readonly log: Logger;
  readonly logBodies: boolean;
  /** The client's own id for its session, from the headers of `initialize`. Default: none, so it gets one. */
  sessionId?(request: IncomingMessage): string | undefined;
  /** Loads the code for sessions, after all checks have passed. */
  prepare(): Promise<P>;
  /** Creates the handler of a new client. A string refuses it with this message. */
  admit(prepared: P, connection: Connection): ConnectionHandler | string;
  /** Called on each sign of life, while a client is connected. */
  alsoDo?(): void;
}

export class HttpListener<P> {
  readonly http: Server;
  readonly #options: HttpListenerOptions<P>;
  readonly #secret: Buffer;
  readonly #connections = new Map<string, Connection>();
  readonly #isGuessing: () => boolean;
  #cancelKeepAlive: (() => void) | undefined;
  #isClosed = false;

  constructor(options: HttpListenerOptions<P>) {
    this.#options = options;
    this.#secret = digest(options.authorization);
    this.#isGuessing = guessLimit(options.clock);
    this.http = createServer({
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 30_000,
      connectionsCheckingInterval: 10_000,
    });
    this.http.on("request", (request, response) => {
      this.#answer(request, response).catch((error) => {
        options.log.error(`A request could not be answered: ${messageOf(error)}`);
        response.destroy();
      });
    });
  }

  /** Ends all clients and stops listening. */
  close(): Promise<void> {
    this.#isClosed = true;
    for (const connection of [...this.#connections.values()]) connection.end("The editor is shutting down");
    return new Promise((resolve) => {
      this.http.close(() => resolve());
      this.http.closeAllConnections();
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const rejection = this.#check(request);
    if (rejection) {
      this.#reject(response, rejection);
      return;
    }
    const id = request.headers["mcp-session-id"];
    const connection = typeof id === "string" ? this.#connections.get(id) : undefined;
    const exchange: Exchange = { request, response, ...this.#options };
    if (request.method === "POST") {
      await answerPost(exchange, connection, () => this.#connect(request));
      return;
    }
    if (!connection)
      fail(response, id === undefined ? 400 : 404, "Send initialize first, then include its mcp-session-id");
    else if (request.method === "GET") connection.open(response);
    else {
      connection.end("The client has ended its session");
      response.writeHead(200).end();
    }
  }

  #check({ url, headers, method = "" }: IncomingMessage): Rejection | undefined {
    const page = checkOrigin(headers, this.#options.allowedHosts);
    if (page) return page;
    if (!isSecret(headers.authorization, this.#secret)) {
      if (this.#isGuessing()) return { status: 429, message: tooManyAttempts };
      const state = headers.authorization === undefined ? "missing" : "wrong";
      const message = `The Authorization header is ${state}. Its value is in this editor's discovery file.`;
      this.#options.log.warn(`Rejected a request: ${message}`, { status: 401 });
      return { status: 401, message };
    }
    if (url?.split("?")[0] !== path) return { status: 404, message: `MCP is served at ${path}.` };
    if (!["POST", "GET", "DELETE"].includes(method)) return { status: 405, message: "Use POST, GET or DELETE." };
    return undefined;
  }

  #reject(response: ServerResponse, { status, message }: Rejection): void {
    response.writeHead(status, {
      connection: "close",
      "content-type": "text/plain; charset=utf-8",
      ...(status === 405 && { allow: "GET, POST, DELETE" }),
    });
    response.end(`${status} ${STATUS_CODES[status]}: ${message}\n`);
  }

  /** Creates the connection of a new client. A string says why it is refused. */
  async #connect(request: IncomingMessage): Promise<Connection | string> {
    const { prepare, admit, limits, clock, log, logBodies, sessionId } = this.#options;
    let prepared: P;
    try {
      prepared = await prepare();
    } catch (error) {
      return `Part of the endpoint could not be loaded. Restart the editor. ${messageOf(error)}`;
    }
    if (this.#isClosed) return "The editor is shutting down.";
    const id = sessionId?.(request);
    const connection = new Connection({
      ...{ limits, clock, log, logBodies, id, headers: request.headers },
      closed: (each) => {
        if (this.#connections.get(each.id) === each) this.#connections.delete(each.id);
        if (this.#connections.size > 0) return;
        this.#cancelKeepAlive?.();
        this.#cancelKeepAlive = undefined;
      },
    });
    // A client that starts over, because it lost its session.
    this.#connections.get(connection.id)?.end("Replaced by a new session with the same id");
    const handler = admit(prepared, connection);
    if (typeof handler === "string") {
      connection.end(handler);
      return handler;
    }
    connection.serve(handler);
    this.#connections.set(connection.id, connection);
    if (!this.#cancelKeepAlive) this.#keepAlive();
    return connection;
  }

  /** Runs only while a client is connected. */
  #keepAlive(): void {
    const { clock, keepAliveMs, alsoDo } = this.#options;
    this.#cancelKeepAlive = clock.after(keepAliveMs, () => {
      for (const connection of this.#connections.values()) connection.keepAlive();
      alsoDo?.();
      this.#keepAlive();
    });
  }
}
