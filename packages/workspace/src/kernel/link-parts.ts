/** What the link to a kernel needs, and what it tells. */
import type { Clock } from "@tandem/base";
import type { JupyterConnection } from "./connection.js";
import type { Entry } from "./enter-folder.js";
import type { KernelMessage } from "./services.js";

export interface LinkOptions {
  readonly connection: JupyterConnection;
  readonly clock: Clock;
  /** The last words of a kernel in the server's log, where it is ours: one that cannot start complains there. */
  readonly lastWords: () => string;
  /** Where the user's code runs; without it, where the server starts its kernels. */
  readonly entry?: Entry | undefined;
  /** Aborts when nobody needs the kernel any more. */
  readonly signal: AbortSignal;
}

export interface LinkEvents {
  message(message: KernelMessage): void;
  status(status: "starting" | "idle" | "busy"): void;
  /** The process is dead, its state lost. Where the server has put another in its place, the link can be used again. */
  died(isReplaced: boolean): void;
  /** The connection dropped. Whoever waits for something calls `reopen`. */
  dropped(): void;
  /** A message was too large to be taken. */
  overflowed(): void;
}

/** The words for a kernel that could not be started. */
export function startFailure(name: string, why: string, log: string): string {
  const how =
    "Try `python3 -m ipykernel --version` where the server runs; `python3 -m pip install ipykernel` may mend it.";
  return `The kernel "${name}" could not be started: ${why}. ${how}${log === "" ? "" : `\nIts last words:\n${log}`}`;
}
