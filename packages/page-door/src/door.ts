/**
 * The door of the workbench: serves the page on loopback, to the user's browser and nobody else.
 *
 * A link's one-time token is exchanged for a cookie, which gets the page, and a key, which the page must show before its
 * WebSocket is let in (page-loads.ts says why the cookie is not enough).
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, messageOf, systemClock } from "@tandem/base";
import { StartError } from "@tandem/server";
import { endingConnection, plain, write } from "./answers.js";
import { Crowd } from "./crowd.js";
import { Desk } from "./desk.js";
import type { DoorLog } from "./door-log.js";
import { LinkTokens } from "./link-tokens.js";
import { PageFiles } from "./page-files.js";
import { PageLoads } from "./page-loads.js";
import { RedirectFiles } from "./redirect-file.js";
import type { WindowSocket } from "./window-socket.js";
import { WindowSockets } from "./window-sockets.js";

export type { DoorLog, WindowSocket };

const loopbackAddress = "127.0.0.1";
const tooManyConnections = "This browser has too many connections to Tandem. Close some of its tabs.";

export interface DoorOptions {
  /** The built page: index.html with {{nonce}} and {{secret}} placeholders, assets/ with hashed names. */
  readonly pageFolder: string;
  /** A window got in. The door has checked everything; the first frame (hello) is consumed. */
  readonly onWindow: (window: WindowSocket) => void;
  /** Any free one unless given. */
  readonly port?: number;
  readonly log: DoorLog;
  readonly clock?: Clock;
}

export interface Door {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** A link that lets a browser in once. Sixteen unused ones are valid at a time; then the oldest goes. */
  newLink(): string;
  /**
   * Writes a file that sends the browser on to a new link, readable by the user alone, and resolves with its path. It is
   * removed when the link is used, after a minute, and with the door.
   */
  redirectFile(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Opens the door.
 *
 * @example
 * const door = await openDoor({ pageFolder, onWindow: (window) => serve(window), log: () => {} });
 * await openInBrowser(await door.redirectFile(), process.env);
 */
export async function openDoor(options: DoorOptions): Promise<Door> {
  const clock = options.clock ?? systemClock;
  const { log, onWindow } = options;
  const files = await PageFiles.of(options.pageFolder);
  const server = createServer({
    // Other servers of this host leave their cookies with every request.
    maxHeaderSize: 64 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 5000,
  });
  const port = await listen(server, options.port ?? 0);
  // Where Node tells of a connection that could not be taken: without a listener that would end the process.
  server.on("error", (error) => log("warn", `Could not take a connection: ${error.message}`));

  const loads = new PageLoads();
  const tokens = new LinkTokens(clock);
  const redirectFiles = new RedirectFiles(clock);
  const windows = new WindowSockets({ loads, clock, log, onWindow });
  const desk = new Desk({ files, tokens, loads, port, log });
  const crowd = new Crowd(clock);
  let isClosing = false;
  server.on("connection", (socket) => crowd.add(socket));
  server.on("request", (request, response) => {
    const isIn = desk.isIn(request);
    if (isIn && !crowd.know(request.socket)) return write(response, endingConnection(plain(503, tooManyConnections)));
    if (!isIn && !crowd.mayAsk(request.socket)) return;
    void desk.answer(request).then((answer) => {
      // What is left of a body is thrown away: closing on unread input would reset the connection and lose the words.
      request.resume();
      write(response, isIn ? answer : endingConnection(answer));
    });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset in the middle of the handshake would end the process.
    socket.on("error", () => socket.destroy());
    // A window that comes back now would outlive the door.
    if (isClosing) return socket.destroy();
    const refusal =
      desk.whyNoSocket(request) ?? (crowd.know(socket) ? undefined : { status: 503, words: tooManyConnections });
    if (!refusal) return windows.upgrade(request, socket, head);
    log("warn", `Refused a connection: ${refusal.words}`, { status: refusal.status });
    refuseUpgrade(socket, refusal.status, refusal.words);
  });

  const origin = `http://${loopbackAddress}:${port}`;
  const linkWith = (token: string) => `${origin}/enter#${token}`;
  return {
    port,
    origin,
    newLink: () => linkWith(tokens.issue()),
    redirectFile: () => redirectFiles.write((onVoid) => linkWith(tokens.issue(onVoid))),
    async close() {
      isClosing = true;
      tokens.voidAll();
      const ended = new Promise<void>((resolve) => server.close(() => resolve()));
      await Promise.all([redirectFiles.close(), windows.close()]);
      server.closeAllConnections();
      await ended;
    },
  };
}

async function listen(server: Server, wanted: number): Promise<number> {
  try {
    server.listen({ port: wanted, host: loopbackAddress, exclusive: true });
    await once(server, "listening");
  } catch (error) {
    const why = messageOf(error);
    throw wanted === 0
      ? new StartError(
          "no-free-port",
          `The page finds no free port: ${why}. Close programs that listen on many, or hold many connections.`,
          { cause: error },
        )
      : new StartError(
          "port-taken",
          `The page cannot be served on port ${wanted}: ${why}. Start without a fixed port for it.`,
          { cause: error },
        );
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page's server has no port.");
  return address.port;
}

function refuseUpgrade(socket: Duplex, status: number, words: string): void {
  const body = `${words}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // The other end may never close its half.
    () => socket.destroy(),
  );
}
