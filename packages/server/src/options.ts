/** What a host may set; every member has a default, and what makes no sense is refused at the start. */
import { homedir } from "node:os";
import { type Clock, type Environment, Logger, type LogLevel, type LogSink, systemClock } from "@tandem/base";
import { portRange, type WorkspaceRequestMode } from "@tandem/protocol/plain";
import type { AddressStore } from "./address.js";
import { StartError } from "./errors.js";
import type { AllowedFolders } from "./hub/code/code-gate.js";
import type { ReviewKeeper } from "./hub/editor.js";
import { defaultIntervalMs } from "./hub/selection.js";

export interface EndpointOptions {
  /** The config directory below which `ide/<port>.lock` is written. Default: `$CLAUDE_CONFIG_DIR`, else `~/.claude`. */
  readonly configDir?: string | undefined;
  /** Where `CLAUDE_CONFIG_DIR`, `XDG_CONFIG_HOME` and `NO_PROXY` are read. Default: this process's. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;

  /** A fixed port: to come back on the same one after a restart (CON-09). Default: any free one in 10000–65535. */
  readonly port?: number | undefined;
  /** The token of before a restart (CON-09), 16 visible characters or more. Default: a new UUID v4. */
  readonly authToken?: string;
  /** Where the address is kept between processes, so that clients find the same one after a restart (CON-09). Default: nowhere. */
  readonly address?: AddressStore | undefined;
  /** The range from which a free port is taken. Default: 10000–65535 (CON-02). */
  readonly portRange?: { readonly min: number; readonly max: number };

  /** `many` (default): up to `maxClients` at once. `single`: a newcomer replaces the one that is connected (CON-04). */
  readonly clients?: "many" | "single";
  /** Default: 10 (CON-10). */
  readonly maxClients?: number;
  /** How a bad token is refused: HTTP 401 (default), or the upgrade and close 1008 (AUTH-02). */
  readonly reject?: 401 | 1008;
  /** Host names beside loopback that a request may carry, for `CLAUDE_CODE_IDE_HOST_OVERRIDE` (AUTH-05). */
  readonly allowedHosts?: readonly string[];

  /** The largest message taken, in bytes. Default: 10 MiB (CON-07). */
  readonly maxMessageBytes?: number;
  /** Unsent output past which a client that does not read is dropped with 1013. Default: 16 MiB. */
  readonly maxUnsentBytes?: number;
  /** How much of unanswered requests a client may have, in bytes. Default: 64 MiB. */
  readonly maxPendingBytes?: number;
  /** Time between health checks, in ms. A dead connection is gone a second after the second one. Default: 30 000 (CON-08). */
  readonly healthCheckMs?: number;
  /** Deadline of an editor call, in ms; `openDiff` and `executeCode` have none. Default: 10 000. */
  readonly callTimeoutMs?: number;
  /** How soon after `tools/list` the client listens, in ms (NOT-05). Default: 500. */
  readonly readyDelayMs?: number;
  /** The least time between two `selection_changed`, in ms (NOT-01). Default: 50. */
  readonly selectionIntervalMs?: number;

  /**
   * What the workspace requests may do (WSM-01 to WSM-09). `off`: nothing. `read`: they read, and `writeFile` is not answered.
   * `ask` (default): a write is shown to the user as a review, and written when they accept it. `write`: it is written.
   */
  readonly workspaceRequests?: WorkspaceRequestMode | undefined;
  /** Also send `workspace/didChangeActiveEditor` (NOT-04). Default: false. */
  readonly didChangeActiveEditor?: boolean;
  /**
   * Rules in the form of .gitignore, beside the built-in ones and each folder's `.tandemignore` (PRV-01). A folder's
   * file cannot take these back.
   */
  readonly withhold?: readonly string[];
  /** Start with sharing paused. Default: false. */
  readonly paused?: boolean;

  /** Keeps what the user types into reviews, in case that the process is killed. Default: nothing does. */
  readonly drafts?: ReviewKeeper | undefined;
  /** Remembers in which folders the user allows all code. Default: a file of the user's, which all editors share. */
  readonly allowedCode?: AllowedFolders | undefined;

  /** Where log entries go. Default: nowhere. */
  readonly log?: LogSink;
  /** Default: `info`. */
  readonly logLevel?: LogLevel;
  /** Put message bodies into debug entries. They hold the user's text. Default: false. */
  readonly logBodies?: boolean;

  /** Time, for tests. */
  readonly clock?: Clock;
}

/** What can be another thing after a restart: how clients are served. Rules and pause have methods of their own. */
export type ServingOptions = Omit<
  EndpointOptions,
  | ("port" | "authToken" | "address" | "withhold" | "paused" | "drafts" | "allowedCode" | "clock" | "log" | "logLevel")
  // The hub's, which stays.
  | ("callTimeoutMs" | "selectionIntervalMs")
>;

/** The options with their defaults. */
export interface Settings extends Required<Omit<EndpointOptions, "log" | "authToken" | "workspaceRequests">> {
  readonly workspaceRequests: WorkspaceRequestMode;
  /** Undefined: a new one for each start. */
  readonly authToken: string | undefined;
  readonly log: Logger;
}

const megabyte = 1024 * 1024;
/** The longest time that Node's timers keep; they take a longer one for 1 ms. */
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
    throw new StartError("bad-option", `portRange must be ports with min <= max, not ${min} to ${max}`);
  // An empty token would let in everyone; the value itself must not be in the words.
  if (settings.authToken !== undefined && !/^[!-~]{16,}$/.test(settings.authToken))
    throw new StartError("bad-option", "authToken must be 16 or more visible ASCII characters");
}

/** The options with their defaults filled in; throws a StartError for one that makes no sense. */
export function resolveOptions(options: EndpointOptions): Settings {
  const settings: Settings = {
    configDir: options.configDir,
    env: options.env ?? process.env,
    home: options.home ?? homedir(),
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
    withhold: options.withhold ?? [],
    paused: options.paused ?? false,
    workspaceRequests: options.workspaceRequests ?? "ask",
    drafts: options.drafts,
    allowedCode: options.allowedCode,
    log: new Logger(options.log ?? (() => {}), options.logLevel ?? "info"),
    logLevel: options.logLevel ?? "info",
    logBodies: options.logBodies ?? false,
    clock: options.clock ?? systemClock,
  };
  check(settings);
  return settings;
}
