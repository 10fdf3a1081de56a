/**
 * Stands between a client and an editor. It announces itself by a lock of its own and leaves the editor's alone: a client
 * comes here when it is told to, by CLAUDE_CODE_SSE_PORT, and every other client still finds the editor.
 */

import { type Clock, type Environment, systemClock } from "@tandem/base";
import type { Target } from "@tandem/client";
import { announce } from "../announce.js";
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
  const began = clock.now();
  const connections = new Set<Connection>();
  let count = 0;
  const door = await announce({
    name: `${editor.name} (inspected)`,
    runningInWindows: editor.runningInWindows,
    configDir,
    env,
    port: options.port,
    clock,
    // What stands in a recording came from who had the token.
    onUpgrade: (request, socket, head) => {
      const number = ++count;
      const connection = new Connection({
        target: editor.target,
        clock,
        tell: (event) => onEntry({ t: clock.now() - began, connection: number, ...event }),
        onEnd: () => connections.delete(connection),
      });
      connections.add(connection);
      connection.start(request, socket, head);
    },
  });
  const close = async () => {
    await Promise.all([door.close(), ...[...connections].map((connection) => connection.close())]);
  };
  return { port: door.port, lockFile: door.lockFile, removeLock: door.removeLock, close, [Symbol.asyncDispose]: close };
}
