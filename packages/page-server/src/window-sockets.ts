/** The page's WebSockets: authenticates each with its hello message, and ends those that stop answering. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem-ide/base";
import { type WebSocket, WebSocketServer } from "ws";
import { type Hello, helloSchema } from "./hello-message.js";
import type { PageServerLog } from "./log.js";
import type { PageLoad, PageLoads } from "./page-loads.js";
import { endSocket, type WindowSocket, windowSocketOf } from "./window-socket.js";

const maxFrameBytes = 32 * 1024 * 1024;
const helloMs = 5000;
const heartbeatMs = 30_000;

/** Close codes that the page distinguishes. */
const closeCodes = {
  /** The hello was wrong or missing. The page should reload. */
  refused: 1008,
  ended: 1001,
  /** A newer connection of the same load took over. The page must not reconnect. */
  replaced: 4000,
} as const;

export interface WindowSocketsOptions {
  readonly loads: PageLoads;
  readonly clock: Clock;
  readonly log: PageServerLog;
  readonly onWindow: (window: WindowSocket) => void;
}

export class WindowSockets {
  readonly #options: WindowSocketsOptions;
  // Compression isn't worth it on loopback.
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: maxFrameBytes });
  /** Connections that haven't answered since the last heartbeat. */
  readonly #silent = new Set<WebSocket>();
  #stopHeartbeat: () => void;

  constructor(options: WindowSocketsOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.clock.after(heartbeatMs, () => this.#beat());
  }

  /** Takes over a connection whose request has been checked. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#expectHello(webSocket));
  }

  /** Ends every connection, and resolves when they are closed. */
  async close(): Promise<void> {
    this.#stopHeartbeat();
    const open = [...this.#server.clients];
    const closed = open.map((socket) => once(socket, "close"));
    for (const socket of open) endSocket(socket, closeCodes.ended, "Tandem was stopped.");
    await Promise.all(closed);
  }

  #expectHello(socket: WebSocket): void {
    const { clock, log, loads } = this.#options;
    const refuse = (reason: string): void => {
      log("warn", `Refused a window: ${reason}`);
      endSocket(socket, closeCodes.refused, reason);
    };
    const stopWaiting = clock.after(helloMs, () => refuse("The page didn't identify itself in time. Reload the page."));
    socket.on("error", (error) => log("debug", `A window's connection failed: ${error.message}`));
    socket.once("close", () => {
      stopWaiting();
      this.#silent.delete(socket);
    });
    socket.on("pong", () => this.#silent.delete(socket));
    socket.once("message", (data, isBinary) => {
      const hello = isBinary ? undefined : readHello(data.toString());
      const load = hello && loads.find(hello.secret);
      if (!load) return refuse("Tandem doesn't recognise this page, or it has expired. Reload the page.");
      // Read nothing more until the load has sent its key.
      socket.pause();
      const window = windowSocketOf(socket, hello.window);
      void load.proven.then(() => {
        if (socket.readyState !== socket.OPEN) return;
        stopWaiting();
        this.#admit(socket, load, window);
      });
    });
  }

  /** Admits a window once an older connection of the same load has closed, because both have the same name. */
  #admit(socket: WebSocket, load: PageLoad, window: WindowSocket): void {
    const older = load.live;
    load.live = socket;
    socket.once("close", () => {
      if (load.live === socket) load.live = undefined;
    });
    const admit = () => {
      if (socket.readyState !== socket.OPEN) return;
      this.#options.log("debug", "A window connected");
      this.#options.onWindow(window);
      socket.resume();
    };
    if (older) {
      older.once("close", admit);
      endSocket(older, closeCodes.replaced, "A newer connection from this tab took over.");
    } else admit();
  }

  #beat(): void {
    for (const socket of this.#server.clients) {
      if (this.#silent.has(socket)) socket.terminate();
      else {
        this.#silent.add(socket);
        if (socket.readyState === socket.OPEN) socket.ping();
      }
    }
    this.#stopHeartbeat = this.#options.clock.after(heartbeatMs, () => this.#beat());
  }
}

function readHello(frame: string): Hello["hello"] | undefined {
  try {
    return helloSchema.parse(JSON.parse(frame)).hello;
  } catch {
    return undefined;
  }
}
