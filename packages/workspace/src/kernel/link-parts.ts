/** The options and events of the link to a kernel. */
import type { Clock } from "@tandem-ide/base";
import type { JupyterConnection } from "./connection.js";
import type { Entry } from "./enter-folder.js";
import type { KernelMessage } from "./services.js";

export interface LinkOptions {
  readonly connection: JupyterConnection;
  readonly clock: Clock;
  /** Returns the kernel's last lines in the log of our server, which explain why it can't start. */
  readonly lastOutput: () => string;
  /** The folder for the user's code. By default the one the server starts its kernels in. */
  readonly entry?: Entry | undefined;
  /** Aborts when the kernel is no longer needed. */
  readonly signal: AbortSignal;
}

export interface LinkEvents {
  message(message: KernelMessage): void;
  status(status: "starting" | "idle" | "busy"): void;
  /** The process died and its state is lost. If the server has replaced it, the link can be used again. */
  died(isReplaced: boolean): void;
  /** The connection dropped. Call `reopen` to continue. */
  dropped(): void;
  /** A message was too large. */
  overflowed(): void;
}

/** Returns the error message for a kernel that couldn't be started. */
export function startFailure(name: string, why: string, log: string): string {
  const how = "Try `python3 -m ipykernel --version` on the server. `python3 -m pip install ipykernel` may fix it.";
  return `Can't start the kernel "${name}": ${why}. ${how}${log === "" ? "" : `\nIts last output was:\n${log}`}`;
}
