/**
 * Listens on a loopback port and accepts WebSockets whose Host, Origin and token are correct and that the client policy
 * admits (CON-01, CON-02, CON-06, AUTH-01, AUTH-02, AUTH-05).
 */
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, type Logger, messageOf } from "@tandem-ide/base";
import { subprotocol } from "@tandem-ide/protocol/schema-free";
import { type WebSocket, WebSocketServer } from "ws";
import { bindLoopback, type PortChoice } from "../../../loopback/bind.js";
import { guessLimit } from "../../../loopback/guess-limit.js";
import { checkUpgrade, type UpgradeRules, upgradeRules } from "./check-upgrade.js";
import { answerHttpRequest, rejectionLingerMs, rejectUpgrade, tooManyAttempts } from "./http-responses.js";

/** Largest message accepted from a peer without a valid token. */
const maxUnauthenticatedBytes = 64 * 1024;

export interface ListenerOptions<P> {
  readonly authToken: string;
  readonly reject: 401 | 1008;
  readonly allowedHosts: readonly string[];
  readonly maxMessageBytes: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Loads the code for sessions, after all other checks have passed. */
  prepare(): Promise<P>;
  /** Admits a client. A string rejects it with 503 and this message. */
  admit(prepared: P): { accept(socket: WebSocket): void } | string;
}

export class Listener<P> {
  readonly #options: ListenerOptions<P>;
  readonly #http: Server;
  readonly #sockets: WebSocketServer;
  /** Rejects a wrong token by accepting the upgrade and closing with 1008. */
  readonly #rejections: WebSocketServer;
  readonly #rules: UpgradeRules;
  readonly #isGuessing: () => boolean;

  constructor(options: ListenerOptions<P>) {
    this.#options = options;
    this.#rules = upgradeRules(options.authToken, options.allowedHosts, options.reject);
    this.#isGuessing = guessLimit(options.clock);
    const common = {
      noServer: true,
      clientTracking: false,
      // The client offers compression, but on loopback it only wastes time and memory.
      perMessageDeflate: false,
      handleProtocols: (offered: Set<string>) => (offered.has(subprotocol) ? subprotocol : false),
    } as const;
    this.#sockets = new WebSocketServer({ ...common, maxPayload: options.maxMessageBytes });
    this.#rejections = new WebSocketServer({ ...common, maxPayload: maxUnauthenticatedBytes });
    this.#http = createServer({
      maxHeaderSize: 16 * 1024,
      headersTimeout: 10_000,
      requestTimeout: 10_000,
      connectionsCheckingInterval: 10_000,
    });
    this.#http.on("request", (_request, response) => answerHttpRequest(response));
    this.#http.on("upgrade", (request, socket, head) => this.#upgrade(request, socket, head));
  }

  async listen(choice: PortChoice): Promise<number> {
    const port = await bindLoopback(this.#http, choice);
    // Without a listener, a connection that can't be accepted would end the process.
    this.#http.on("error", (error) => this.#options.log.warn(`Could not accept a connection: ${error.message}`));
    return port;
  }

  /** Stops listening (CLN-03). Sessions close their own connections. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#http.close(() => resolve());
      this.#http.closeAllConnections();
    });
  }

  #upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Without a listener, a reset during the handshake would end the process.
    socket.on("error", () => socket.destroy());
    const { clock, log } = this.#options;
    const rejection = checkUpgrade(request, this.#rules);
    if (rejection) {
      if (this.#isGuessing()) {
        rejectUpgrade(socket, 429, tooManyAttempts, clock);
        return;
      }
      log.warn(`Rejected a connection: ${rejection.message}`, { status: rejection.status });
      if (rejection.status === 1008) this.#closeUnauthorized(request, socket, head);
      else rejectUpgrade(socket, rejection.status, rejection.message, clock);
      return;
    }
    void this.#admit(request, socket, head);
  }

  async #admit(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    const { clock, log, prepare, admit } = this.#options;
    let admission: { accept(socket: WebSocket): void } | string;
    try {
      // No await from here to `accept`, or two clients could both get the last free slot.
      admission = admit(await prepare());
    } catch (error) {
      admission = `Part of the endpoint could not be loaded. Restart the editor. ${messageOf(error)}`;
    }
    if (typeof admission === "string") {
      log.warn(`Rejected a connection: ${admission}`, { status: 503 });
      rejectUpgrade(socket, 503, admission, clock);
      return;
    }
    log.debug("Authentication successful");
    const { accept } = admission;
    this.#sockets.handleUpgrade(request, socket, head, (webSocket) => accept(webSocket));
  }

  #closeUnauthorized(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#rejections.handleUpgrade(request, socket, head, (webSocket) => {
      webSocket.on("error", () => webSocket.terminate());
      webSocket.close(1008, "Unauthorized");
      webSocket.on(
        "close",
        this.#options.clock.after(rejectionLingerMs, () => webSocket.terminate()),
      );
    });
  }
}
