/**
 * Serves a page on loopback, only to the user's browser.
 *
 * A link's one-time token is exchanged for a cookie, which gets the page, and a key, which the page must send before its
 * WebSocket is admitted (page-loads.ts says why the cookie is not enough).
 */
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { type Clock, messageOf, systemClock } from "@tandem-ide/base";
import { StartError } from "@tandem-ide/server";
import { endingConnection, sendAnswer, textAnswer } from "./answers.js";
import { ConnectionLimits } from "./connection-limits.js";
import { LinkTokens } from "./link-tokens.js";
import type { PageServerLog } from "./log.js";
import { PageFiles } from "./page-files.js";
import { PageLoads } from "./page-loads.js";
import { RedirectFiles } from "./redirect-file.js";
import { Router } from "./router.js";
import type { WindowSocket } from "./window-socket.js";
import { WindowSockets } from "./window-sockets.js";

export type { PageServerLog, WindowSocket };

const loopbackAddress = "127.0.0.1";
const tooManyConnections = "This browser has too many connections to Tandem. Close some of its tabs.";

export interface PageServerOptions {
  /** The built page: index.html with {{nonce}} and {{secret}} placeholders, assets/ with hashed names. */
  readonly pageFolder: string;
  /** Called with each authenticated window, after its hello. */
  readonly onWindow: (window: WindowSocket) => void;
  /** Default: any free port. */
  readonly port?: number;
  readonly log: PageServerLog;
  readonly clock?: Clock;
}

export interface PageServer {
  readonly port: number;
  /** `http://127.0.0.1:<port>` */
  readonly origin: string;
  /** Returns a link that signs a browser in once. Sixteen unused ones are valid at a time. */
  newLink(): string;
  /**
   * Writes a file, readable only by the user, that redirects the browser to a new link. Resolves with its path. The file
   * is removed when the link is used, after a minute, or when the server closes.
   */
  redirectFile(): Promise<string>;
  close(): Promise<void>;
}

/**
 * Starts serving a page.
 *
 * @example
 * const server = await startPageServer({ pageFolder, onWindow: (window) => serve(window), log: () => {} });
 * await openInBrowser(await server.redirectFile(), process.env);
 */
export async function startPageServer(options: PageServerOptions): Promise<PageServer> {
  const clock = options.clock ?? systemClock;
  const { log, onWindow } = options;
  const files = await PageFiles.of(options.pageFolder);
  const server = createServer({
    // Requests contain the cookies of all other servers on this host.
    maxHeaderSize: 64 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    connectionsCheckingInterval: 5000,
  });
  const port = await listen(server, options.port ?? 0);
  // Node reports failed accepts here. Without a listener they would end the process.
  server.on("error", (error) => log("warn", `Could not accept a connection: ${error.message}`));

  const loads = new PageLoads();
  const tokens = new LinkTokens(clock);
  const redirectFiles = new RedirectFiles(clock);
  const windows = new WindowSockets({ loads, clock, log, onWindow });
  const router = new Router({ files, tokens, loads, port, log });
  const limits = new ConnectionLimits(clock);
  let isClosing = false;
  server.on("connection", (socket) => limits.add(socket));
  server.on("request", (request, response) => {
    const isAuthenticated = router.isAuthenticated(request);
    if (isAuthenticated && !limits.authenticate(request.socket))
      return sendAnswer(response, endingConnection(textAnswer(503, tooManyConnections)));
    if (!isAuthenticated && !limits.allowRequest(request.socket)) return;
    void router.answer(request).then((answer) => {
      // Discard the rest of the body: closing with unread input would reset the connection and lose the response.
      request.resume();
      sendAnswer(response, isAuthenticated ? answer : endingConnection(answer));
    });
  });
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset during the handshake would end the process.
    socket.on("error", () => socket.destroy());
    // A window that reconnects now would outlive the server.
    if (isClosing) return socket.destroy();
    const refusal =
      router.upgradeRefusal(request) ??
      (limits.authenticate(socket) ? undefined : { status: 503, reason: tooManyConnections });
    if (!refusal) return windows.upgrade(request, socket, head);
    log("warn", `Refused a connection: ${refusal.reason}`, { status: refusal.status });
    rejectUpgrade(socket, refusal.status, refusal.reason);
  });

  const origin = `http://${loopbackAddress}:${port}`;
  const linkWith = (token: string) => `${origin}/enter#${token}`;
  return {
    port,
    origin,
    newLink: () => linkWith(tokens.issue()),
    redirectFile: () => redirectFiles.write((onRevoked) => linkWith(tokens.issue(onRevoked))),
    async close() {
      isClosing = true;
      tokens.revokeAll();
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
          `Can't find a free port for the page: ${why}. Close programs that use many ports or connections.`,
          { cause: error },
        )
      : new StartError(
          "port-taken",
          `Can't serve the page on port ${wanted}: ${why}. Choose another port, or let Tandem choose one.`,
          { cause: error },
        );
  }
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The page server has no port.");
  return address.port;
}

function rejectUpgrade(socket: Duplex, status: number, reason: string): void {
  const body = `${reason}\n`;
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    // The other end may never close its half.
    () => socket.destroy(),
  );
}
