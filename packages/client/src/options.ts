import { type Clock, systemClock } from "@tandem-ide/base";
import { callSafely } from "./call-safely.js";
import { claudeCode, type Identity } from "./identity.js";
import type { Violation } from "./violation.js";

/**
 * Options of {@link connect}. All have defaults.
 *
 * @example
 * const options: ConnectOptions = { reconnect: true, onViolation: ({ message }) => console.warn(message) };
 */
export interface ConnectOptions {
  /** Cancels connecting. It has no effect on an open connection. */
  readonly signal?: AbortSignal;
  /** Timeout for each step of connecting: the socket, `initialize` and `tools/list`. Default: 10 000. */
  readonly timeoutMs?: number;
  /**
   * Default timeout of a request. Default: 60 000. The tools that wait for the user (`openDiff`, `executeCode`) have none.
   */
  readonly requestTimeoutMs?: number;
  /** The MCP revision to request. Default: 2025-11-25. */
  readonly protocolVersion?: string;
  /** Default: {@link claudeCode}. */
  readonly identity?: Identity;
  /** The process id in `ide_connected`. Default: this process. */
  readonly pid?: number;
  /** The folders to return for `roots/list`. Default: the working directory. */
  readonly roots?: readonly string[];
  /**
   * Reconnect after a drop, as Claude Code does: at once and after 1, 2, 4 and 8 s. The delays start over once a connection
   * has lasted 5 s. Default: false.
   */
  readonly reconnect?: boolean;
  /** Called when the editor breaks the protocol. */
  readonly onViolation?: (violation: Violation) => void;
  /**
   * Called for every notification, unchecked. Listeners added to the client miss notifications that arrive while connecting.
   */
  readonly onNotification?: (method: string, params: unknown) => void;
  /** Replaces the system clock in tests. */
  readonly clock?: Clock;
}

/** The options with defaults filled in. */
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
