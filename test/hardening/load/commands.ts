/** The messages between a test and the endpoint in a separate process. */

export interface ProgramOptions {
  readonly folder: string;
  readonly configDir: string;
  /** Open from the start. Selections and mentions refer to it. */
  readonly file: string;
  readonly maxClients?: number;
  readonly readyDelayMs?: number;
  /** Time stands still until the test advances it. */
  readonly isVirtual?: boolean;
  /** Every diff is accepted or rejected as soon as it is shown. */
  readonly decidesAtOnce?: boolean;
}

export type Command =
  | { readonly do: "select" }
  /** Selects at this interval in ms; 0 stops it. */
  | { readonly do: "stream"; readonly everyMs: number }
  | { readonly do: "mention"; readonly line: number }
  | { readonly do: "decide"; readonly tabName: string; readonly isAccepted: boolean }
  | { readonly do: "pause"; readonly isPaused: boolean }
  | { readonly do: "advance"; readonly ms: number }
  /** How many clients there are. */
  | { readonly do: "count" }
  | { readonly do: "measure" }
  | { readonly do: "end" };

export interface Reply {
  readonly id: number;
  readonly value?: unknown;
  readonly error?: string;
}

/** The resources of the endpoint's process, after garbage collection. */
export interface Measured {
  readonly heapBytes: number;
  readonly residentBytes: number;
  /** What keeps the process alive, by kind. */
  readonly resources: Record<string, number>;
  readonly processListeners: number;
  readonly maxSocketListeners: number;
  readonly sockets: number;
  /** Tasks scheduled in virtual time. */
  readonly tasks: number;
  /** Warnings of Node, such as too many listeners. */
  readonly warnings: number;
  readonly faults: readonly string[];
  readonly clients: number;
  readonly listening: number;
  readonly openDiffs: number;
  /** The names of the diffs that the editor shows. */
  readonly reviews: readonly string[];
  /** Accepted proposals whose files are still looked for. */
  readonly unsettled: number;
  readonly queuedMentions: number;
  readonly selected: number;
}
