/** What a host may set; every member has a default. */
import type { Environment } from "@tandem/protocol";
import type { Clock } from "./clock.js";
import type { LogLevel, LogSink } from "./log.js";

export interface IdeOptions {
  /** The config directory below which `ide/<port>.lock` is written. Default: `$CLAUDE_CONFIG_DIR`, else `~/.claude`. */
  readonly configDir?: string;
  /** Where `CLAUDE_CONFIG_DIR`, `XDG_CONFIG_HOME` and `NO_PROXY` are read. Default: this process's. */
  readonly env?: Environment;
  /** Default: the user's home directory. */
  readonly home?: string;

  /** A fixed port: to come back on the same one after a restart (CON-09). Default: any free one in 10000–65535. */
  readonly port?: number;
  /** The token of before a restart (CON-09). Default: a new UUID v4. */
  readonly authToken?: string;
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
  /** Time between health checks, in ms. A dead connection is gone after two. Default: 30 000 (CON-08). */
  readonly healthCheckMs?: number;
  /** Deadline of an editor call, in ms; `openDiff` and `executeCode` have none. Default: 10 000. */
  readonly callTimeoutMs?: number;
  /** How soon after `tools/list` the client listens, in ms (NOT-05). Default: 500. */
  readonly readyDelayMs?: number;
  /** The least time between two `selection_changed`, in ms (NOT-01). Default: 50. */
  readonly selectionIntervalMs?: number;

  /** Also send `workspace/didChangeActiveEditor` (NOT-04). Default: false. */
  readonly didChangeActiveEditor?: boolean;
  /** Rules in the form of .gitignore, beside the built-in ones and each folder's `.tandemignore` (PRV-01). */
  readonly withhold?: readonly string[];
  /** Start with sharing paused. Default: false. */
  readonly paused?: boolean;

  /** Where log entries go. Default: nowhere. */
  readonly log?: LogSink;
  /** Default: `info`. */
  readonly logLevel?: LogLevel;
  /** Put message bodies into debug entries. They hold the user's text. Default: false. */
  readonly logBodies?: boolean;

  /** Time, for tests. */
  readonly clock?: Clock;
}
