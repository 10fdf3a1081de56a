/** The types that `Kernel` is created from and reports. */
import type { Clock } from "@tandem-ide/base";
import type { RunListener } from "./execution.js";
import type { LinkOptions } from "./link-parts.js";
import type { KernelLog } from "./log.js";

/** The state of a kernel. "not started" includes a kernel that died or exited, which the next run starts. */
export type KernelStatus = "not started" | "starting" | "idle" | "busy" | "restarting" | "closed";

/** The server of a kernel, found or started when it is first needed. */
export interface KernelServer extends Omit<LinkOptions, "clock" | "signal"> {
  /** The kernel to start, and its folder on the server. */
  readonly model: { readonly name: string; readonly path?: string | undefined };
  /** Resolves when a server that we started has exited. */
  readonly ended?: Promise<void>;
}

export interface KernelParts {
  readonly server: (signal: AbortSignal) => Promise<KernelServer>;
  readonly clock: Clock;
  readonly log: KernelLog;
  /** The time that cancelled code has to stop before the kernel is restarted. */
  readonly interruptPatienceMs: number;
}

export interface RunOptions {
  /** Cancels the run: interrupts the code and, if it doesn't stop, restarts the kernel. */
  readonly signal?: AbortSignal | undefined;
  readonly listener?: RunListener | undefined;
}
