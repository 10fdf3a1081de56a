/** The endpoint as its host sees it. */
import type { Environment } from "@tandem/base";
import type { CodeAnswer, CodeQuestion } from "./hub/code/code-gate.js";
import type { Review } from "./hub/editor.js";
import type { DirectoryEntry, Withheld } from "./hub/privacy/privacy.js";
import type { HubStatus } from "./hub/status.js";
import type { ServingOptions } from "./options.js";

/** Whether clients can connect; `failed` says why not, and `restart` tries again. */
export type EndpointState =
  | { readonly kind: "starting" }
  | { readonly kind: "serving" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "closed" };

/** What a status display needs. */
export interface EndpointStatus extends HubStatus {
  readonly state: EndpointState;
}

/** The questions about code that wait for the user. */
export interface CodeQuestions {
  /** Oldest first. */
  readonly waiting: readonly CodeQuestion[];
  /** The user allowed all code in every folder of this workspace. */
  readonly isAllowed: boolean;
  /** False when the question waits no longer: then nothing was done, and the user is to be told. */
  answer(run: string, answer: CodeAnswer): boolean;
  /** From now on the user is asked again. Throws when that cannot be remembered. */
  askAgain(): void;
  /** Whoever could answer may have gone: if it was the last one, what waits is refused. */
  nobodyIsThere(): void;
}

/** What one editor serves to coding agents. */
export interface Endpoint {
  /** Where Claude Code connects; 0 before the start. */
  readonly port: number;
  /** Keep it out of logs and arguments. */
  readonly authToken: string;
  readonly lockFile: string;
  readonly status: EndpointStatus;
  /** The proposals that wait for a decision, oldest first. */
  readonly reviews: readonly Review[];
  readonly code: CodeQuestions;
  /** Calls `listener` after each change of the status; the function that is returned ends it. */
  onStatusChanged(listener: (status: EndpointStatus) => void): () => void;
  /** Lets clients connect, at the address of before where `address` keeps one. Rejects with a StartError. */
  start(): Promise<void>;
  /**
   * Ends every connection and serves again with the same port and token, which clients dial by themselves (CON-09).
   * What is paused stays so. `changes` are options that count from now on.
   */
  restart(changes?: ServingOptions): Promise<void>;
  /** The variables for a terminal that runs Claude Code, added to `base` or to this process's (ENV-01 to ENV-04). */
  environment(base?: Environment): Record<string, string>;
  /** Stops or resumes sharing: selection, mentions, diagnostics and files (PRV-01). */
  setPaused(isPaused: boolean): void;
  /** Other rules than those of the option `withhold`. */
  setWithhold(rules: readonly string[]): void;
  /** A `.tandemignore` or what `Editor.isWithheld` says has changed. Without it clients notice within a health check. */
  privacyChanged(): void;
  /** Why a file is kept from clients by the rules, and by which one; undefined when it may be shared. */
  whyWithheld(path: string): Withheld | undefined;
  /** The same for the entries of one directory, by name, at once: for a view that lists thousands of them. */
  whyWithheldIn(directory: string, entries: Iterable<DirectoryEntry>): Map<string, Withheld>;
  /** Sends `log_event` to every client (NOT-03). */
  logEvent(eventName: string, eventData: Record<string, unknown>): void;
  /** Removes the lock at once, for handlers that cannot wait such as a process's `exit`. `close` does it too. */
  removeLock(): void;
  /** Ends everything: lock, clients, listener, timers (CLN-01 to CLN-04). Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
