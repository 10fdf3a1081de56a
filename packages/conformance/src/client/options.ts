/** What a caller may set; every member has a default. */
import type { CheckResult } from "../report.js";

/**
 * Times that a judgement of a client depends on, in ms; tests shorten them.
 *
 * @example
 * await runClientConformance({ times: { redialMs: 30_000 } });
 */
export interface ClientTimes {
  /** How long a client is waited for at first. Default: 60 000. */
  readonly connectMs: number;
  /** How long an answer, or a sign of life, may take. Default: 5000. */
  readonly answerMs: number;
  /**
   * How long `initialize` waits for its answer, so that what a hasty client says without it comes before: longer than
   * the 40 ms for which TCP may hold a second small message back. Default: 60.
   */
  readonly welcomeMs: number;
  /** From `tools/list` until a client listens (NOT-05). Default: 500. */
  readonly readyMs: number;
  /** How long a client must have been quiet before a connection is dropped on purpose. Default: 1500. */
  readonly restMs: number;
  /** How long a client may take to dial again: Claude Code tries for 15 s. Default: 17 000. */
  readonly redialMs: number;
  /** The least pause after two attempts in a row have failed. Default: 500. */
  readonly pauseMs: number;
  /** How long a proposed edit is looked at before it is decided. Default: 1000. */
  readonly reviewMs: number;
  /** How long a client that has closed the connection is watched. Default: 2500. */
  readonly awayMs: number;
}

export const defaultClientTimes: ClientTimes = {
  connectMs: 60_000,
  answerMs: 5000,
  welcomeMs: 60,
  readyMs: 500,
  restMs: 1500,
  redialMs: 17_000,
  pauseMs: 500,
  reviewMs: 1000,
  awayMs: 2500,
};

/**
 * Where the endpoint is, for whoever starts the client.
 *
 * @example
 * onReady: ({ port }) => console.log(`CLAUDE_CODE_SSE_PORT=${port} claude --ide`),
 */
export interface ClientEndpoint {
  readonly port: number;
  readonly lockFile: string;
  /** The directory that the client must take for Claude Code's config directory. */
  readonly configDir: string;
  /** Everything that was made and is removed at the end, for an end that leaves no time. */
  readonly made: readonly string[];
}

/**
 * What a run is at: nobody has connected yet; the endpoint plays its part; it only serves, and writes down what comes.
 *
 * @example
 * onStage: (stage: ClientStage) => { if (stage === "serving") ask("change a file"); },
 */
export type ClientStage = "waiting" | "playing" | "serving";

/**
 * How to judge a client.
 *
 * @example
 * const options: ClientConformanceOptions = {
 *   configDir,
 *   quietMs: 5000,
 *   onReady: ({ port }) => startMyClient(port),
 * };
 */
export interface ClientConformanceOptions {
  /** These only: sections (`CON`), requirements (`CON-03`) or checks (`CON-03/masked`). */
  readonly only?: readonly string[];
  /** All but these. */
  readonly skip?: readonly string[];
  /** Where the lock is written, below `ide`. Default: a temporary directory, removed at the end. */
  readonly configDir?: string;
  /** The folders that the endpoint says it has open. Default: the working directory. */
  readonly folders?: readonly string[];
  /** Accept the edits that the client proposes, so that it writes them. Default: false, they are rejected. */
  readonly acceptsEdits?: boolean;
  /** The run ends when the client has been quiet for this long after the endpoint has played its part. Default: 10 000. */
  readonly quietMs?: number;
  /** The run ends after this long, whatever comes. Default: none. */
  readonly timeoutMs?: number;
  /** Ends the run when it aborts; what was seen until then is judged. */
  readonly finish?: AbortSignal;
  /** Calls the run off; its promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Told when the lock is there and the port is open. */
  readonly onReady?: (endpoint: ClientEndpoint) => void | Promise<void>;
  readonly onStage?: (stage: ClientStage) => void;
  /** Told of each result as it is found. */
  readonly onResult?: (result: CheckResult) => void;
  readonly times?: Partial<ClientTimes>;
}
