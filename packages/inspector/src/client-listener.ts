/** Listens for clients on a loopback port, with a lock file that only matches clients with this port in their variables. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { homedir } from "node:os";
import type { Duplex } from "node:stream";
import type { Clock, Environment } from "@tandem-ide/base";
import { portRange } from "@tandem-ide/protocol";
import {
  answerHttpRequest,
  bindLoopback,
  checkUpgrade,
  guessLimit,
  isHeldByAnotherProcess,
  lockDirectories,
  OwnLock,
  prepareLockDirectory,
  reapDeadLocks,
  rejectUpgrade,
  tooManyAttempts,
  upgradeRules,
} from "@tandem-ide/server/claude-code";

export interface ClientListenerOptions {
  /** The name that `/ide` shows. */
  readonly name: string;
  readonly runningInWindows?: boolean | undefined;
  readonly configDir: string | undefined;
  readonly env: Environment;
  readonly port: number | undefined;
  readonly clock: Clock;
  /** Called for upgrade requests with the right token. */
  readonly onUpgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

export interface ClientListener {
  readonly port: number;
  readonly lockFile: string;
  removeLock(): void;
  /** Removes the lock file and accepts no more clients. The caller closes connected ones. */
  close(): Promise<void>;
}

export async function listenForClients(options: ClientListenerOptions): Promise<ClientListener> {
  const { name, clock, onUpgrade } = options;
  const { primary } = lockDirectories(options.configDir, options.env, homedir());
  prepareLockDirectory(primary);
  const authToken = randomUUID();
  const rules = upgradeRules(authToken);
  const isGuessing = guessLimit(clock);
  let isClosing = false;
  const server = createServer({
    maxHeaderSize: 16 * 1024,
    headersTimeout: 10_000,
    requestTimeout: 10_000,
    // The default is 30 s.
    connectionsCheckingInterval: 10_000,
  });
  server.on("request", (_request, response) => answerHttpRequest(response));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset during the handshake would end the process.
    socket.on("error", () => socket.destroy());
    if (isClosing) return socket.destroy();
    const refusal = checkUpgrade(request, rules);
    if (!refusal) return onUpgrade(request, socket, head);
    if (isGuessing()) rejectUpgrade(socket, 429, tooManyAttempts, clock);
    else rejectUpgrade(socket, refusal.status, refusal.message, clock);
  });
  const port = await bindLoopback(server, {
    ...(options.port !== undefined && { port: options.port }),
    range: portRange,
    isReserved: (candidate) => isHeldByAnotherProcess(primary, candidate, authToken),
  });
  // No mirror in other directories: only clients with this port need to find it.
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
      // An empty list matches no working directory, so no client connects automatically or has to choose.
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
  // Remove lock files that killed processes left behind.
  await reapDeadLocks(primary);
  return { port, lockFile: lock.path, removeLock: () => lock.remove(), close };
}
