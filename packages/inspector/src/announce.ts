/** A door of one's own: a loopback port, a token, and a lock that only a client finds which is sent to it. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { homedir } from "node:os";
import type { Duplex } from "node:stream";
import type { Clock, Environment } from "@tandem/base";
import { portRange } from "@tandem/protocol";
import {
  answerPlainRequest,
  belongsToLivingStranger,
  bindLoopback,
  guessLimit,
  judgeUpgrade,
  lockDirectories,
  OwnLock,
  prepareLockDirectory,
  reapDeadLocks,
  refuseUpgrade,
  rulesFor,
  tooMany,
} from "@tandem/server/claude-code";

export interface AnnounceOptions {
  /** What `/ide` would show. */
  readonly name: string;
  readonly runningInWindows?: boolean | undefined;
  readonly configDir: string | undefined;
  readonly env: Environment;
  readonly port: number | undefined;
  readonly clock: Clock;
  /** Somebody asks for a WebSocket who has shown the token. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export interface Announced {
  readonly port: number;
  readonly lockFile: string;
  removeLock(): void;
  /** Takes no more clients, and removes the lock. Those that are in are their owner's to close. */
  close(): Promise<void>;
}

export async function announce(options: AnnounceOptions): Promise<Announced> {
  const { name, clock, onUpgrade } = options;
  const { primary } = lockDirectories(options.configDir, options.env, homedir());
  prepareLockDirectory(primary);
  const authToken = randomUUID();
  const rules = rulesFor(authToken);
  const isGuessing = guessLimit(clock);
  let isClosing = false;
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    // Node looks for late ones twice a minute unless told otherwise.
    connectionsCheckingInterval: 10_000,
  });
  server.on("request", (_request, response) => answerPlainRequest(response));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset in the middle of the handshake would end the process.
    socket.on("error", () => socket.destroy());
    if (isClosing) return socket.destroy();
    const refusal = judgeUpgrade(request, rules);
    if (!refusal) return onUpgrade(request, socket, head);
    if (isGuessing()) refuseUpgrade(socket, 429, tooMany, clock);
    else refuseUpgrade(socket, refusal.status, refusal.words, clock);
  });
  const port = await bindLoopback(server, {
    ...(options.port !== undefined && { port: options.port }),
    range: portRange,
    isReserved: (candidate) => belongsToLivingStranger(primary, candidate, authToken),
  });
  // No copy for other directories: only the client that is sent here needs to find it.
  const lock = new OwnLock({ primary, mirror: undefined }, port, authToken);
  const close = async () => {
    isClosing = true;
    lock.remove();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  };
  try {
    lock.write({
      pid: process.pid,
      // An empty list matches no working directory, so that no client is drawn here by itself or finds two to choose from.
      workspaceFolders: [],
      ideName: name,
      transport: "ws",
      runningInWindows: options.runningInWindows ?? process.platform === "win32",
      authToken,
      port,
      onlyByPort: true,
    });
  } catch (error) {
    await close();
    throw error;
  }
  // What one left that was killed.
  await reapDeadLocks(primary);
  return { port, lockFile: lock.path, removeLock: () => lock.remove(), close };
}
