/** What a kernel is made of, and what is said about it. */
import type { Clock } from "@tandem/base";
import type { RunListener } from "./execution.js";
import type { LinkOptions } from "./link-parts.js";
import type { KernelLog } from "./log.js";

/** What a kernel does. "not started" is also one that died or ended: the next run starts it. */
export type KernelStatus = "not started" | "starting" | "idle" | "busy" | "restarting" | "closed";

/** What a kernel needs of its server, found or started when it is first needed. */
export interface KernelHome extends Omit<LinkOptions, "clock" | "signal"> {
  /** Which kernel to start, and in which folder as the server names it. */
  readonly model: { readonly name: string; readonly path?: string | undefined };
  /** Resolves when a server of ours ends. */
  readonly ended?: Promise<void>;
}

export interface KernelParts {
  readonly home: (signal: AbortSignal) => Promise<KernelHome>;
  readonly clock: Clock;
  readonly log: KernelLog;
  /** How long cancelled code may take to stop before the kernel is restarted. */
  readonly interruptPatienceMs: number;
}

export interface RunOptions {
  /** Ends the run: the code is interrupted and, when it does not stop, the kernel restarted. */
  readonly signal?: AbortSignal | undefined;
  readonly listener?: RunListener | undefined;
}
