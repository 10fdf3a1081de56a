/** Options of a conformance run; every member has a default. */
import type { WorkspaceRequestMode } from "@tandem-ide/protocol";
import type { CheckResult } from "./report.js";

/**
 * Times that behaviour depends on, in ms. The defaults follow the protocol; tests shorten them.
 *
 * @example
 * await runConformance(target, { slow: true, times: { healthMs: 1000 } });
 */
export interface Times {
  /** How long to wait before concluding that no message comes. Default: 100. */
  readonly quietMs: number;
  /** Between two health checks (CON-08). Default: 30 000. */
  readonly healthMs: number;
  /** How long a new client can't be replaced under the single-client policy (CON-04). Default: 20 000. */
  readonly stableMs: number;
  /** From `tools/list` until a client gets notifications (NOT-05). Default: 500. */
  readonly readyMs: number;
  /** From `initialized` until a client that never sends `tools/list` gets notifications (NOT-05). Default: 1000. */
  readonly readyWithoutListMs: number;
  /** How long a client waits for the diagnostics of one file, and of all (TOOL-07). Defaults: 500 and 2000. */
  readonly diagnosticsMs: number;
  readonly allDiagnosticsMs: number;
}

export const defaultTimes: Times = {
  quietMs: 100,
  healthMs: 30_000,
  stableMs: 20_000,
  readyMs: 500,
  readyWithoutListMs: 1000,
  diagnosticsMs: 500,
  allDiagnosticsMs: 2000,
};

/**
 * How to run the checks.
 *
 * @example
 * const options: ConformanceOptions = { only: ["CON", "AUTH-05"], slow: true, timeoutMs: 2000 };
 */
export interface ConformanceOptions {
  /** Only run these: sections (`CON`), requirements (`CON-03`) or checks (`CON-03/fragmented`). */
  readonly only?: readonly string[];
  /** Skip these, selected in the same way. */
  readonly skip?: readonly string[];
  /** Also run the checks that take more than about 5 s each. Default: false. */
  readonly slow?: boolean;
  /** Allow checks to create files in the first workspace folder; they remove them again. Default: false. */
  readonly mayWrite?: boolean;
  /**
   * What workspace requests can do, which determines which of their checks apply (WSM-10). Default: what the lock says,
   * else `write` if the endpoint serves any of them, and `off` if it serves none.
   */
  readonly requests?: WorkspaceRequestMode;
  /** How long to wait for anything expected, in ms. Default: 5000. */
  readonly timeoutMs?: number;
  /** The config directory that the endpoint uses. Default: from the environment, as clients find it. */
  readonly configDir?: string;
  /** The endpoint's connection limit. Default: 10 (CON-10). */
  readonly maxClients?: number;
  /** Aborts the run; its promise then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
  /** Called with each result. */
  readonly onResult?: (result: CheckResult) => void;
  readonly times?: Partial<Times>;
}

/** The options that checks use, with defaults filled in. */
export interface Settings {
  readonly mayWrite: boolean;
  readonly requests: WorkspaceRequestMode | undefined;
  readonly timeoutMs: number;
  readonly configDir: string | undefined;
  readonly maxClients: number;
  readonly times: Times;
}

export function settingsOf(options: ConformanceOptions): Settings {
  return {
    mayWrite: options.mayWrite ?? false,
    requests: options.requests,
    timeoutMs: options.timeoutMs ?? 5000,
    configDir: options.configDir,
    maxClients: options.maxClients ?? 10,
    times: { ...defaultTimes, ...options.times },
  };
}
