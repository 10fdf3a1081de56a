/** Options of a client run; every member has a default. */
import type { CheckResult } from "../report.js";

/**
 * Times that client checks depend on, in ms; tests shorten them.
 *
 * @example
 * await runClientConformance({ times: { redialMs: 30_000 } });
 */
export interface ClientTimes {
  /** How long to wait for the first connection. Default: 60 000. */
  readonly connectMs: number;
  /** How long a response or a pong may take. Default: 5000. */
  readonly answerMs: number;
  /**
   * How long the endpoint delays its response to `initialize`, so anything that a client sends too early arrives first.
   * Longer than the 40 ms that TCP may delay a second small message. Default: 60.
   */
  readonly initializeDelayMs: number;
  /** From `tools/list` until a client accepts notifications (NOT-05). Default: 500. */
  readonly readyMs: number;
  /** How long a client must be idle before its connection is dropped on purpose. Default: 1500. */
  readonly restMs: number;
  /** How long a client may take to reconnect: Claude Code tries for 15 s. Default: 17 000. */
  readonly redialMs: number;
  /** The minimum pause after two failed attempts in a row. Default: 500. */
  readonly pauseMs: number;
  /** How long a proposal stays open before it is decided. Default: 1000. */
  readonly reviewMs: number;
  /** How long to watch a client after it has closed the connection. Default: 2500. */
  readonly awayMs: number;
}

export const defaultClientTimes: ClientTimes = {
  connectMs: 60_000,
  answerMs: 5000,
  initializeDelayMs: 60,
  readyMs: 500,
  restMs: 1500,
  redialMs: 17_000,
  pauseMs: 500,
  reviewMs: 1000,
  awayMs: 2500,
};

/**
 * Where to find the endpoint.
 *
 * @example
 * onReady: ({ port }) => console.log(`CLAUDE_CODE_SSE_PORT=${port} claude --ide`),
 */
export interface ClientEndpoint {
  readonly port: number;
  readonly lockFile: string;
  /** The directory that the client must use as Claude Code's config directory. */
  readonly configDir: string;
  /** All created paths, which are removed at the end, for callers that must exit at once. */
  readonly made: readonly string[];
}

/**
 * The stage of a run. `waiting`: no client yet. `playing`: the endpoint runs its checks. `serving`: it only answers and logs.
 *
 * @example
 * onStage: (stage: ClientStage) => { if (stage === "serving") ask("change a file"); },
 */
export type ClientStage = "waiting" | "playing" | "serving";

/**
 * How to check a client.
 *
 * @example
 * const options: ClientConformanceOptions = {
 *   configDir,
 *   quietMs: 5000,
 *   onReady: ({ port }) => startMyClient(port),
 * };
 */
export interface ClientConformanceOptions {
  /** Only run these: sections (`CON`), requirements (`CON-03`) or checks (`CON-03/masked`). */
  readonly only?: readonly string[];
  /** Skip these, selected in the same way. */
  readonly skip?: readonly string[];
  /** The config directory for the lock. Default: a temporary directory, removed at the end. */
  readonly configDir?: string;
  /** The folders in the lock. Default: the working directory. */
  readonly folders?: readonly string[];
  /** Accept the client's proposals, so it writes them. Default: false, they are rejected. */
  readonly acceptsEdits?: boolean;
  /** In stage `serving`, the run ends when the client has been idle for this long. Default: 10 000. */
  readonly quietMs?: number;
  /** The run ends after this long in any case. Default: no limit. */
  readonly timeoutMs?: number;
  /** Ends the run when it aborts; the report covers everything until then. */
  readonly finish?: AbortSignal;
  /** Aborts the run; its promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called when the lock is written and the port is open. */
  readonly onReady?: (endpoint: ClientEndpoint) => void | Promise<void>;
  readonly onStage?: (stage: ClientStage) => void;
  /** Called with each result. */
  readonly onResult?: (result: CheckResult) => void;
  readonly times?: Partial<ClientTimes>;
}
