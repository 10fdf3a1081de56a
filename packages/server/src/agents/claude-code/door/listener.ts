/**
 * The door: binds a loopback port, and lets a WebSocket in only when Host, Origin, token and the client policy agree
 * (CON-01, CON-02, CON-06, AUTH-01, AUTH-02, AUTH-05).
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, type Logger, messageOf } from "@tandem/base";
import { subprotocol } from "@tandem/protocol/plain";
import { type WebSocket, WebSocketServer } from "ws";
import { bindLoopback, type PortChoice } from "./bind.js";
import { guessLimit } from "./guess-limit.js";
import { type DoorRules, judgeUpgrade, rulesFor } from "./judge.js";
import { answerPlainRequest, refusalLingerMs, refuseUpgrade, tooMany } from "./refuse.js";

/** What a peer that has not shown the token may make us hold. */
const maxUnauthenticatedBytes = 64 * 1024;

export interface ListenerOptions<P> {
  readonly authToken: string;
  readonly reject: 401 | 1008;
  readonly allowedHosts: readonly string[];
  readonly maxMessageBytes: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** What letting anybody in needs, asked for when everything else is right. */
  prepare(): Promise<P>;
  /** Asked then; a string refuses with 503 and these words. */
  admit(prepared: P): { accept(socket: WebSocket): void } | string;
}

export class Listener<P> {
  readonly #options: ListenerOptions<P>;
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  /** Answers a bad token with an open door and close 1008, holding next to nothing of what such a peer sends. */
  readonly #refusals: WebSocketServer;
  readonly #rules: DoorRules;
  readonly #isGuessing: () => boolean;

  constructor(options: ListenerOptions<P>) {
    this.#options = options;
    this.#rules = rulesFor(options.authToken, options.allowedHosts, options.reject);
    this.#isGuessing = guessLimit(options.clock);
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

  async listen(choice: PortChoice): Promise<number> {
    const port = await bindLoopback(this.#http, choice);
    // Where Node tells of a connection that could not be taken: without a listener that would end the process.
    this.#http.on("error", (error) => this.#options.log.warn(`Could not take a connection: ${error.message}`));
    return port;
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
    const refusal = judgeUpgrade(request, this.#rules);
    if (refusal) {
      if (this.#isGuessing()) {
        refuseUpgrade(socket, 429, tooMany, clock);
        return;
      }
      log.warn(`Refused a connection: ${refusal.words}`, { status: refusal.status });
      if (refusal.status === 1008) this.#closeUnauthorized(request, socket, head);
      else refuseUpgrade(socket, refusal.status, refusal.words, clock);
      return;
    }
    void this.#admit(request, socket, head);
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { clock, log, prepare, admit } = this.#options;
    let admission: { accept(socket: WebSocket): void } | string;
    try {
      // From here to the accepting nothing waits: two that come at once must not both be the last that has room.
      admission = admit(await prepare());
    } catch (error) {
      admission = `A part of the endpoint could not be loaded; restart the editor. ${messageOf(error)}`;
    }
    if (typeof admission === "string") {
      log.warn(`Refused a connection: ${admission}`, { status: 503 });
      refuseUpgrade(socket, 503, admission, clock);
      return;
    }
    log.debug("Authentication successful");
    const { accept } = admission;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket));
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
