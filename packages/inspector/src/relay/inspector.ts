/**
 * Stands between a client and an editor. It announces itself by a lock of its own and leaves the editor's alone: a client
 * comes here when it is told to, by CLAUDE_CODE_SSE_PORT, and every other client still finds the editor.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { homedir } from "node:os";
import type { Duplex } from "node:stream";
import type { Target } from "@tandem/client";
import type { Environment } from "@tandem/protocol";
import { type Clock, systemClock } from "@tandem/server";
import {
  answerPlainRequest,
  bindLoopback,
  guessLimit,
  judgeUpgrade,
  refuseUpgrade,
  rulesFor,
  tooMany,
} from "@tandem/server/door";
import {
  belongsToLivingStranger,
  lockDirectories,
  OwnLock,
  prepareLockDirectory,
  reapDeadLocks,
} from "@tandem/server/lock";
import type { Entry } from "../recording/entry.js";
import { Connection } from "./connection.js";

/** The editor that is looked at. */
export interface InspectedEditor {
  /** As it calls itself. */
  readonly name: string;
  readonly target: Target;
  readonly runningInWindows?: boolean;
}

export interface InspectorOptions {
  readonly editor: InspectedEditor;
  /** Told of everything that passes, in order, right after it was passed on. It must not throw. */
  readonly onEntry: (entry: Entry) => void;
  /** Default: as Claude Code finds it. */
  readonly configDir?: string;
  readonly env?: Environment;
  /** Exactly this port. */
  readonly port?: number;
  readonly clock?: Clock;
}

/** A running inspector. */
export interface Inspector {
  readonly port: number;
  readonly lockFile: string;
  /** Removes the lock at once, for the last moment of a process; {@link close} does it too. */
  removeLock(): void;
  /** Ends every connection, orderly where the ends allow it. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an inspector before an editor.
 *
 * @example
 * const inspector = await startInspector({
 *   editor: { name: "Neovim", target: { port: 45123, authToken } },
 *   onEntry: (entry) => recorder.add(entry),
 * });
 * console.log(`CLAUDE_CODE_SSE_PORT=${inspector.port} claude`);
 */
export async function startInspector(options: InspectorOptions): Promise<Inspector> {
  const { editor, configDir, env = process.env, clock = systemClock, onEntry } = options;
  const directories = lockDirectories(configDir, env, homedir());
  prepareLockDirectory(directories.primary);
  const authToken = randomUUID();
  const rules = rulesFor(authToken);
  const isGuessing = guessLimit(clock);
  const began = clock.now();
  const connections = new Set<Connection>();
  let count = 0;
  let isClosing = false;

  const server = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 10_000 });
  server.on("request", (_request, response) => answerPlainRequest(response));
  server.on("upgrade", (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Without a listener a reset in the middle of the handshake would end the process.
    socket.on("error", () => socket.destroy());
    if (isClosing) return socket.destroy();
    // Refused here before it is anybody's connection: what stands in a recording came from who had the token.
    const refusal = judgeUpgrade(request, rules);
    if (refusal) {
      if (isGuessing()) refuseUpgrade(socket, 429, tooMany, clock);
      else refuseUpgrade(socket, refusal.status, refusal.words, clock);
      return;
    }
    const number = ++count;
    const connection = new Connection({
      target: editor.target,
      clock,
      tell: (event) => onEntry({ t: clock.now() - began, connection: number, ...event }),
      onEnd: () => connections.delete(connection),
    });
    connections.add(connection);
    connection.start(request, socket, head);
  });

  const port = await bindLoopback(server, {
    ...(options.port !== undefined && { port: options.port }),
    range: { min: 10_000, max: 65_535 },
    isReserved: (candidate) => belongsToLivingStranger(directories.primary, candidate, authToken),
  });
  // No copy for other directories: only the client that is sent here needs to find it.
  const lock = new OwnLock({ primary: directories.primary, mirror: undefined }, port, authToken);
  const close = async () => {
    isClosing = true;
    lock.remove();
    const ended = new Promise<void>((resolve) => server.close(() => resolve()));
    await Promise.all([...connections].map((connection) => connection.close()));
    server.closeAllConnections();
    await ended;
  };
  try {
    lock.write({
      pid: process.pid,
      // An empty list matches no working directory, so that no client is drawn here by itself or finds two to choose from.
      workspaceFolders: [],
      ideName: `${editor.name} (inspected)`,
      transport: "ws",
      runningInWindows: editor.runningInWindows ?? process.platform === "win32",
      authToken,
      port,
      onlyByPort: true,
    });
  } catch (error) {
    await close();
    throw error;
  }
  // What an inspector left that was killed.
  reapDeadLocks(directories.primary);
  return { port, lockFile: lock.path, removeLock: () => lock.remove(), close, [Symbol.asyncDispose]: close };
}
