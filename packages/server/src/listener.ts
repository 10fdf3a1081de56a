/**
 * The door: binds a loopback port without a race, and lets a WebSocket in only when Host, Origin, token and the client
 * policy agree (CON-01, CON-02, CON-06, AUTH-01, AUTH-02, AUTH-05).
 */
import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { authorizationHeader, subprotocol } from "@tandem/protocol";
import { type WebSocket, WebSocketServer } from "ws";
import type { Clock } from "./clock.js";
import { StartError, systemErrorCode } from "./errors.js";
import type { Logger } from "./log.js";

const loopbackAddress = "127.0.0.1";
/** What a peer that has not shown the token may make us hold. */
const maxUnauthenticatedBytes = 64 * 1024;
/** How long a refused peer may take to read why. */
const refusalLingerMs = 1000;

export interface ListenerOptions {
  readonly authToken: string;
  readonly reject: 401 | 1008;
  readonly allowedHosts: readonly string[];
  readonly maxMessageBytes: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Asked when everything else is right; a string refuses with 503 and these words. */
  admit(): { accept(socket: WebSocket): void } | string;
}

export interface PortChoice {
  /** Exactly this one. */
  readonly port?: number;
  readonly range: { readonly min: number; readonly max: number };
  /** True for a port that is free but must not be used. */
  readonly isReserved: (port: number) => boolean;
}

const digest = (text: string) => createHash("sha256").update(text).digest();

/** The host of a Host header without its port; IPv6 addresses keep their brackets. */
function hostName(header: string): string {
  return header.replace(/:\d+$/, "").toLowerCase();
}

function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(\.\d{1,3}){3}$/.test(host);
}

export class Listener {
  readonly #options: ListenerOptions;
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  /** Answers a bad token with an open door and close 1008, holding next to nothing of what such a peer sends. */
  readonly #refusals: WebSocketServer;
  readonly #tokenDigest: Buffer;

  constructor(options: ListenerOptions) {
    this.#options = options;
    this.#tokenDigest = digest(options.authToken);
    const common = {
      noServer: true,
      clientTracking: false,
      // The client offers compression; on loopback it only costs time and memory.
      perMessageDeflate: false,
      handleProtocols: (offered: Set<string>) => (offered.has(subprotocol) ? subprotocol : false),
    } as const;
    this.#sockets = new WebSocketServer({ ...common, maxPayload: options.maxMessageBytes });
    this.#refusals = new WebSocketServer({ ...common, maxPayload: maxUnauthenticatedBytes });
    this.#http = createServer({
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 10_000,
    });
    this.#http.on("request", (_request, response) => answerPlainRequest(response));
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  /**
   * Binds and returns the port. A port is taken by binding it, never by looking whether it is free; all of the range is
   * tried, in an order of its own, before giving up.
   */
  async listen(choice: PortChoice): Promise<number> {
    if (choice.port !== undefined) {
      if (choice.isReserved(choice.port))
        throw new StartError(
          "port-taken",
          `Port ${choice.port} is announced by the lock of another living editor. Start without a fixed port.`,
        );
      if (await this.#bind(choice.port)) return choice.port;
      throw new StartError(
        "port-taken",
        `Port ${choice.port} is taken by another program. Stop that program, or start without a fixed port.`,
      );
    }
    const { min, max } = choice.range;
    const size = max - min + 1;
    const start = randomInt(size);
    // A stride that shares no divisor with the size visits every port once, and neighbours far apart.
    const stride = size % 7919 === 0 ? 1 : 7919;
    for (let i = 0; i < size; i++) {
      const port = min + ((start + i * stride) % size);
      if (!choice.isReserved(port) && (await this.#bind(port))) return port;
    }
    throw new StartError("no-free-port", `No port from ${min} to ${max} is free. Close programs that listen on them.`);
  }

  async #bind(port: number): Promise<boolean> {
    try {
      this.#http.listen({ port, host: loopbackAddress, exclusive: true });
      await once(this.#http, "listening");
      return true;
    } catch (error) {
      const code = systemErrorCode(error);
      // EACCES: Windows keeps whole ranges for itself.
      if (code === "EADDRINUSE" || code === "EACCES") return false;
      throw error;
    }
  }

  /** Takes no more connections (CLN-03). Those that were let in are their sessions' to close. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#http.close(() => resolve());
      this.#http.closeAllConnections();
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Without a listener a reset in the middle of the handshake would end the process.
    socket.on("error", () => socket.destroy());
    const { clock, log } = this.#options;
    const refusal = this.#judge(request);
    if (refusal) {
      log.warn(`Refused a connection: ${refusal.words}`, { status: refusal.status });
      if (refusal.status === 1008) this.#closeUnauthorized(request, socket, head);
      else refuseUpgrade(socket, refusal.status, refusal.words, clock);
      return;
    }
    const admission = this.#options.admit();
    if (typeof admission === "string") {
      log.warn(`Refused a connection: ${admission}`, { status: 503 });
      refuseUpgrade(socket, 503, admission, clock);
      return;
    }
    log.debug("Authentication successful");
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => admission.accept(webSocket));
  }

  /** Why a request may not come in, or undefined. */
  #judge(request: IncomingMessage): { status: number; words: string } | undefined {
    const host = hostName(request.headers.host ?? "");
    if (!isLoopback(host) && !this.#options.allowedHosts.includes(host))
      return { status: 403, words: "The Host header does not name this machine's loopback address." };
    if (request.headers.origin !== undefined)
      return { status: 403, words: "Requests with an Origin header are refused: web pages may not connect." };
    const token = request.headers[authorizationHeader];
    if (typeof token === "string" && timingSafeEqual(digest(token), this.#tokenDigest)) return undefined;
    return {
      status: this.#options.reject,
      words: `The header ${authorizationHeader} is ${token === undefined ? "missing" : "wrong"}. Its value is the authToken in this editor's lock file, ide/<port>.lock in Claude Code's config directory.`,
    };
  }

  #closeUnauthorized(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#refusals.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on("error", () => webSocket.terminate());
      webSocket.close(1008, "Unauthorized");
      webSocket.on(
        "close",
        this.#options.clock.after(refusalLingerMs, () => webSocket.terminate()),
      );
    });
  }
}

function answerPlainRequest(response: ServerResponse): void {
  response.writeHead(426, { connection: "close", upgrade: "websocket", "content-type": "text/plain; charset=utf-8" });
  response.end("426 Upgrade Required: this port speaks WebSocket (subprotocol mcp) with Claude Code.\n");
}

function refuseUpgrade(socket: Duplex, status: number, words: string, clock: Clock): void {
  const body = `${status} ${STATUS_CODES[status]}: ${words}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
  // What still comes in is thrown away: closing on unread input would reset the connection and lose the words.
  socket.resume();
  socket.on(
    "close",
    clock.after(refusalLingerMs, () => socket.destroy()),
  );
}
