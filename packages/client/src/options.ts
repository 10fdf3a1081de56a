/** What a caller of `connect` may set, and the defaults. */

import { type Clock, systemClock } from "@tandem/base";
import { callSafely } from "./call-safely.js";
import { claudeCode, type Identity } from "./identity.js";
import type { Violation } from "./violation.js";

/**
 * Options of {@link connect}; every member has a default.
 *
 * @example
 * const options: ConnectOptions = { reconnect: true, onViolation: ({ message }) => console.warn(message) };
 */
export interface ConnectOptions {
  /** Gives up connecting when it aborts. It has no effect on a connection that is there: close that. */
  readonly signal?: AbortSignal;
  /** Limit of each wait of the connecting: for the socket, for `initialize`, for `tools/list`. Default: 10 000. */
  readonly timeoutMs?: number;
  /**
   * Limit of a request that names none itself. Default: 60 000. The tools that wait for the user (`openDiff`,
   * `executeCode`) have none.
   */
  readonly requestTimeoutMs?: number;
  /** The MCP revision that is asked for. Default: 2025-11-25. */
  readonly protocolVersion?: string;
  /** Default: {@link claudeCode}. */
  readonly identity?: Identity;
  /** The process that `ide_connected` names. Default: this one. */
  readonly pid?: number;
  /** Folders that `roots/list` is answered with. Default: the working directory. */
  readonly roots?: readonly string[];
  /**
   * Dial again after a drop, as Claude Code does: at once and after 1, 2, 4 and 8 s. A connection that does not hold for
   * 5 s does not start this over. Default: false.
   */
  readonly reconnect?: boolean;
  /** Hears of everything by which the editor breaks the protocol. Default: nobody. */
  readonly onViolation?: (violation: Violation) => void;
  /**
   * Hears every notification from the first one on, unchecked. Listeners that are added to the client miss what comes
   * while the connection is made.
   */
  readonly onNotification?: (method: string, params: unknown) => void;
  /** Time, for tests. */
  readonly clock?: Clock;
}

/** The options with the defaults filled in. */
export type Settings = Required<Omit<ConnectOptions, "signal">>;

export function settingsOf(options: ConnectOptions): Settings {
  return {
    timeoutMs: options.timeoutMs ?? 10_000,
    requestTimeoutMs: options.requestTimeoutMs ?? 60_000,
    protocolVersion: options.protocolVersion ?? "2025-11-25",
    identity: options.identity ?? claudeCode,
    pid: options.pid ?? process.pid,
    roots: options.roots ?? [process.cwd()],
    reconnect: options.reconnect ?? false,
    onViolation: (violation) => callSafely(() => options.onViolation?.(violation)),
    onNotification: options.onNotification ?? (() => {}),
    clock: options.clock ?? systemClock,
  };
}
