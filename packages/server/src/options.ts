/** The options of an endpoint. All have defaults, and invalid values are rejected. */
import { homedir } from "node:os";
import {
  type AgentName,
  agentNames,
  type Clock,
  type Environment,
  isAgentName,
  Logger,
  type LogLevel,
  type LogSink,
  systemClock,
} from "@tandem-ide/base";
import { portRange, type WorkspaceRequestMode } from "@tandem-ide/protocol/schema-free";
import type { AddressStore } from "./address.js";
import { usedAgents } from "./agents/used-agents.js";
import { StartError } from "./errors.js";
import type { ChangeObserver } from "./hub/change-recorder.js";
import type { AllowedFolders } from "./hub/code/code-gate.js";
import type { ReviewDraftStore } from "./hub/editor.js";
import { defaultIntervalMs } from "./hub/selection.js";

export interface EndpointOptions {
  /**
   * The agents to serve. Default: `claude-code`, and each other one whose directory is in the user's home, such as `~/.gemini`.
   */
  readonly agents?: readonly AgentName[] | undefined;
  /** The config directory in which `ide/<port>.lock` is written. Default: `$CLAUDE_CONFIG_DIR`, else `~/.claude`. */
  readonly configDir?: string | undefined;
  /** Contains `CLAUDE_CONFIG_DIR`, `XDG_CONFIG_HOME` and `NO_PROXY`. Default: this process's environment. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;

  /** A fixed port, to use the same one after a restart (CON-09). Default: any free port in 10000–65535. */
  readonly port?: number | undefined;
  /** The token from before a restart (CON-09), at least 16 visible characters. Default: a new UUID v4. */
  readonly authToken?: string;
  /** Saves the address for the next process, so clients can reconnect after a restart (CON-09). Default: it isn't saved. */
  readonly address?: AddressStore | undefined;
  /** The range to find a free port in. Default: 10000–65535 (CON-02). */
  readonly portRange?: { readonly min: number; readonly max: number };

  /** `many` (default): up to `maxClients` at once. `single`: a new client replaces the connected one (CON-04). */
  readonly clients?: "many" | "single";
  /** Default: 10 (CON-10). */
  readonly maxClients?: number;
  /** How a wrong token is rejected: HTTP 401 (default), or upgrade and close with 1008 (AUTH-02). */
  readonly reject?: 401 | 1008;
  /** Host names to allow in addition to loopback, for `CLAUDE_CODE_IDE_HOST_OVERRIDE` (AUTH-05). */
  readonly allowedHosts?: readonly string[];

  /** The largest accepted message, in bytes. Default: 10 MiB (CON-07). */
  readonly maxMessageBytes?: number;
  /** A client with more unsent output, in bytes, is dropped with 1013. Default: 16 MiB. */
  readonly maxUnsentBytes?: number;
  /** Maximum size of a client's pending requests, in bytes. Default: 64 MiB. */
  readonly maxPendingBytes?: number;
  /** Time between health checks, in ms. A dead connection is closed one second after the second check. Default: 30 000 (CON-08). */
  readonly healthCheckMs?: number;
  /** Timeout of an editor call, in ms. `openDiff` and `executeCode` have none. Default: 10 000. */
  readonly callTimeoutMs?: number;
  /** How long after `tools/list` the client starts listening, in ms (NOT-05). Default: 500. */
  readonly readyDelayMs?: number;
  /** Minimum time between two `selection_changed`, in ms (NOT-01). Default: 50. */
  readonly selectionIntervalMs?: number;

  /**
   * What workspace requests may do (WSM-01 to WSM-09). `off`: nothing. `read`: only read. `ask` (default): write after the user
   * has accepted a review. `write`: write without asking.
   */
  readonly workspaceRequests?: WorkspaceRequestMode | undefined;
  /** Also send `workspace/didChangeActiveEditor` (NOT-04). Default: false. */
  readonly didChangeActiveEditor?: boolean;
  /**
   * Rules in .gitignore format, in addition to the built-in ones and each folder's `.tandemignore` (PRV-01). A folder's file
   * can't override them.
   */
  readonly hiddenFiles?: readonly string[];
  /** Start with sharing paused. Default: false. */
  readonly paused?: boolean;

  /** Saves the user's edits in reviews, in case the process is killed. Default: they aren't saved. */
  readonly drafts?: ReviewDraftStore | undefined;
  /** Records what changes on disk while clients are connected, for review. Default: nothing is recorded. */
  readonly changes?: ChangeObserver | undefined;
  /** Stores the folders in which the user allows all code. Default: a file that all editors share. */
  readonly allowedCode?: AllowedFolders | undefined;

  /** Where log entries go. Default: nowhere. */
  readonly log?: LogSink;
  /** Default: `info`. */
  readonly logLevel?: LogLevel;
  /** Include message bodies in debug entries. They contain the user's text. Default: false. */
  readonly logBodies?: boolean;

  /** Replaces the system clock in tests. */
  readonly clock?: Clock;
}

/** The options that a restart can change. Rules and pause have separate methods. */
export type ServingOptions = Omit<
  EndpointOptions,
  | (
      | "port"
      | "authToken"
      | "address"
      | "hiddenFiles"
      | "paused"
      | "drafts"
      | "changes"
      | "allowedCode"
      | "clock"
      | "log"
      | "logLevel"
    )
  // The hub isn't restarted.
  | ("callTimeoutMs" | "selectionIntervalMs")
>;

/** The options with defaults filled in. */
export interface Settings
  extends Required<Omit<EndpointOptions, "agents" | "log" | "authToken" | "workspaceRequests">> {
  readonly agents: readonly AgentName[];
  readonly workspaceRequests: WorkspaceRequestMode;
  /** If undefined, each start creates a new one. */
  readonly authToken: string | undefined;
  readonly log: Logger;
}

const megabyte = 1024 * 1024;
/** Node's timers treat longer times as 1 ms. */
const maxTimerMs = 2 ** 31 - 1;

const limits = {
  port: [1, 65535],
  maxClients: [1, 10_000],
  maxMessageBytes: [1, 1024 * megabyte],
  maxUnsentBytes: [1, 1024 * megabyte],
  maxPendingBytes: [1, 1024 * megabyte],
  healthCheckMs: [1, maxTimerMs],
  callTimeoutMs: [1, maxTimerMs],
  readyDelayMs: [0, maxTimerMs],
  selectionIntervalMs: [0, maxTimerMs],
} as const satisfies Partial<Record<keyof EndpointOptions, readonly [number, number]>>;

function isWholeNumber(value: number, [min, max]: readonly [number, number]): boolean {
  return Number.isInteger(value) && value >= min && value <= max;
}

function check(settings: Settings): void {
  for (const name of Object.keys(limits) as (keyof typeof limits)[]) {
    const value = settings[name];
    const [min, max] = limits[name];
    if (value !== undefined && !isWholeNumber(value, limits[name]))
      throw new StartError("bad-option", `${name} must be a whole number from ${min} to ${max}, not ${value}`);
  }
  const { min, max } = settings.portRange;
  if (!isWholeNumber(min, limits.port) || !isWholeNumber(max, limits.port) || min > max)
    throw new StartError("bad-option", `portRange must be two valid ports with min <= max, not ${min} to ${max}`);
  const unknown = settings.agents.find((name) => !isAgentName(name));
  if (unknown !== undefined || settings.agents.length === 0)
    throw new StartError(
      "bad-option",
      `agents must be one or more of ${agentNames.join(", ")}, not ${unknown ?? "none"}`,
    );
  // An empty token would admit everyone. The message must not contain the value.
  if (settings.authToken !== undefined && !/^[!-~]{16,}$/.test(settings.authToken))
    throw new StartError("bad-option", "authToken must be 16 or more visible ASCII characters");
}

/** Fills in defaults. Throws a StartError for an invalid option. */
export function resolveOptions(options: EndpointOptions): Settings {
  const { env = process.env, home = homedir() } = options;
  const settings: Settings = {
    agents: options.agents ?? usedAgents(env, home),
    configDir: options.configDir,
    env,
    home,
    port: options.port,
    authToken: options.authToken,
    address: options.address,
    portRange: options.portRange ?? portRange,
    clients: options.clients ?? "many",
    maxClients: options.maxClients ?? 10,
    reject: options.reject ?? 401,
    allowedHosts: (options.allowedHosts ?? []).map((host) => host.toLowerCase()),
    maxMessageBytes: options.maxMessageBytes ?? 10 * megabyte,
    maxUnsentBytes: options.maxUnsentBytes ?? 16 * megabyte,
    maxPendingBytes: options.maxPendingBytes ?? 64 * megabyte,
    healthCheckMs: options.healthCheckMs ?? 30_000,
    callTimeoutMs: options.callTimeoutMs ?? 10_000,
    readyDelayMs: options.readyDelayMs ?? 500,
    selectionIntervalMs: options.selectionIntervalMs ?? defaultIntervalMs,
    didChangeActiveEditor: options.didChangeActiveEditor ?? false,
    hiddenFiles: options.hiddenFiles ?? [],
    paused: options.paused ?? false,
    workspaceRequests: options.workspaceRequests ?? "ask",
    drafts: options.drafts,
    changes: options.changes,
    allowedCode: options.allowedCode,
    log: new Logger(options.log ?? (() => {}), options.logLevel ?? "info"),
    logLevel: options.logLevel ?? "info",
    logBodies: options.logBodies ?? false,
    clock: options.clock ?? systemClock,
  };
  check(settings);
  return settings;
}
