/** The WebSockets of the page: who says hello with the secret of a load gets in, and who falls silent is let go. */
import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { Clock } from "@tandem/base";
import { type WebSocket, WebSocketServer } from "ws";
import type { DoorLog } from "./door-log.js";
import { type Hello, helloSchema } from "./hello.js";
import type { PageLoad, PageLoads } from "./page-loads.js";
import { endSocket, type WindowSocket, windowSocketOf } from "./window-socket.js";

const maxFrameBytes = 32 * 1024 * 1024;
const helloMs = 5000;
const heartbeatMs = 30_000;

/** Close codes of our own that the page can tell apart. */
export const closeCodes = {
  /** The hello was wrong or did not come: a reload of the page mends it. */
  refused: 1008,
  ended: 1001,
  /** A newer connection of the same load took over: do not come back. */
  replaced: 4000,
} as const;

export interface WindowSocketsOptions {
  readonly loads: PageLoads;
  readonly clock: Clock;
  readonly log: DoorLog;
  readonly onWindow: (window: WindowSocket) => void;
}

export class WindowSockets {
  readonly #options: WindowSocketsOptions;
  // On loopback compression only costs time.
  readonly #server = new WebSocketServer({ noServer: true, perMessageDeflate: false, maxPayload: maxFrameBytes });
  /** Those that have not answered since the last heartbeat. */
  readonly #silent = new Set<WebSocket>();
  #stopHeartbeat: () => void;

  constructor(options: WindowSocketsOptions) {
    this.#options = options;
    this.#stopHeartbeat = options.clock.after(heartbeatMs, () => this.#beat());
  }

  /** Takes over a connection whose request was checked. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    this.#server.handleUpgrade(request, socket, head, (webSocket) => this.#expectHello(webSocket));
  }

  /** Ends every connection, and resolves when they are closed. */
  async close(): Promise<void> {
    this.#stopHeartbeat();
    const open = [...this.#server.clients];
    const closed = open.map((socket) => once(socket, "close"));
    for (const socket of open) endSocket(socket, closeCodes.ended, "Tandem has ended.");
    await Promise.all(closed);
  }

  #expectHello(socket: WebSocket): void {
    const { clock, log, loads } = this.#options;
    const refuse = (words: string): void => {
      log("warn", `Refused a window: ${words}`);
      endSocket(socket, closeCodes.refused, words);
    };
    const stopWaiting = clock.after(helloMs, () => refuse("No valid hello came in time. Load the page again."));
    socket.on("error", (error) => log("debug", `A window's connection failed: ${error.message}`));
    socket.once("close", () => {
      stopWaiting();
      this.#silent.delete(socket);
    });
    socket.on("pong", () => this.#silent.delete(socket));
    socket.once("message", (data, isBinary) => {
      const hello = isBinary ? undefined : readHello(data.toString());
      const load = hello && loads.find(hello.secret);
      if (!load) return refuse("The hello does not belong to a load of the page. Load the page again.");
      // Until the load has shown its key this end reads no further.
      socket.pause();
      const window = windowSocketOf(socket, hello.window);
      void load.proven.then(() => {
        if (socket.readyState !== socket.OPEN) return;
        stopWaiting();
        this.#admit(socket, load, window);
      });
    });
  }

  /** Lets a window in, when an older connection of the same load has gone: the host knows both by one name. */
  #admit(socket: WebSocket, load: PageLoad, window: WindowSocket): void {
    const older = load.live;
    load.live = socket;
    socket.once("close", () => {
      if (load.live === socket) load.live = undefined;
    });
    const admit = () => {
      if (socket.readyState !== socket.OPEN) return;
      this.#options.log("debug", "A window is connected");
      this.#options.onWindow(window);
      socket.resume();
    };
    if (older) {
      older.once("close", admit);
      endSocket(older, closeCodes.replaced, "A newer connection of this tab took over.");
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
