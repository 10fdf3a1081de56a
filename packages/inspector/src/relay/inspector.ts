/**
 * Relays messages between clients and an editor. The inspector has its own lock file and doesn't change the editor's: only
 * clients with its port in CLAUDE_CODE_SSE_PORT connect to it.
 */
import { type Clock, type Environment, systemClock } from "@tandem-ide/base";
import type { Target } from "@tandem-ide/client";
import { listenForClients } from "../client-listener.js";
import type { Entry } from "../recording/entry.js";
import { Connection } from "./connection.js";

export interface InspectedEditor {
  readonly name: string;
  readonly target: Target;
  readonly runningInWindows?: boolean;
}

export interface InspectorOptions {
  readonly editor: InspectedEditor;
  /** Called for every frame, in order, after it was relayed. Must not throw. */
  readonly onEntry: (entry: Entry) => void;
  /** Default: Claude Code's config directory. */
  readonly configDir?: string;
  readonly env?: Environment;
  /** Default: any free port. */
  readonly port?: number;
  readonly clock?: Clock;
}

/** A running inspector. */
export interface Inspector {
  readonly port: number;
  readonly lockFile: string;
  /** Removes the lock file synchronously, for a process that is about to exit. */
  removeLock(): void;
  /** Removes the lock file and closes every connection. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * Starts an inspector for an editor.
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
  const listener = await listenForClients({
    name: `${editor.name} (inspected)`,
    runningInWindows: editor.runningInWindows,
    configDir,
    env,
    port: options.port,
    clock,
    onUpgrade: (request, socket, head) => {
      const number = ++count;
      const connection = new Connection({
        target: editor.target,
        clock,
        emit: (event) => onEntry({ t: clock.now() - began, connection: number, ...event }),
        onEnd: () => connections.delete(connection),
      });
      connections.add(connection);
      connection.start(request, socket, head);
    },
  });
  const close = async () => {
    await Promise.all([listener.close(), ...[...connections].map((connection) => connection.close())]);
  };
  return { ...listener, close, [Symbol.asyncDispose]: close };
}
