import type { Environment } from "@tandem-ide/base";
import type { ReviewRecord } from "@tandem-ide/base/review";
import type { CodeAnswer, CodeQuestion } from "./hub/code/code-gate.js";
import type { Review } from "./hub/editor.js";
import type { DirectoryEntry, HiddenReason } from "./hub/privacy/privacy.js";
import type { HubStatus } from "./hub/status.js";
import type { ServingOptions } from "./options.js";

/** Whether clients can connect. After `failed`, `restart` tries again. */
export type EndpointState =
  | { readonly kind: "starting" }
  | { readonly kind: "serving" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "closed" };

/** The status for display. */
export interface EndpointStatus extends HubStatus {
  readonly state: EndpointState;
}

/** Code that clients want to run and that the user has to approve. */
export interface CodeQuestions {
  /** Oldest first. */
  readonly waiting: readonly CodeQuestion[];
  /** True if the user allowed all code in all folders of this workspace. */
  readonly isAllowed: boolean;
  /** Returns false, without doing anything, if the question is no longer pending. Tell the user in that case. */
  answer(run: string, answer: CodeAnswer): boolean;
  /** Asks the user again from now on. Throws if that can't be saved. */
  askAgain(): void;
  /** Call this when a window closes. If no one is left to answer, pending questions are refused. */
  viewerLeft(): void;
}

/** Serves one editor to coding agents. */
export interface Endpoint {
  /** The port for Claude Code, or 0 before the start. */
  readonly port: number;
  /** Keep it out of logs and command-line arguments. */
  readonly authToken: string;
  readonly lockFile: string;
  readonly status: EndpointStatus;
  /** Pending reviews, oldest first. */
  readonly reviews: readonly Review[];
  /** How the last reviews ended, newest first. */
  readonly endedReviews: readonly ReviewRecord[];
  /**
   * Calls `listener` when a review has ended and, if it was accepted, once the client has written the text or too much time has
   * passed. Returns a function that stops it. `describeRecord` and `feedbackPrompt` of `@tandem-ide/base/review` turn the record
   * into texts.
   */
  onReviewEnded(listener: (record: ReviewRecord) => void): () => void;
  /**
   * Accepts or rejects all pending reviews, or those of one client. Returns those that are still pending, because they can't be
   * accepted now.
   */
  decideReviews(accepted: boolean, clientId?: string): readonly Review[];
  readonly code: CodeQuestions;
  /** Calls `listener` after each status change and returns a function that removes the listener. */
  onStatusChanged(listener: (status: EndpointStatus) => void): () => void;
  /** Starts serving, at the address saved by the `address` option if there is one. Rejects with a StartError. */
  start(): Promise<void>;
  /**
   * Closes all connections and serves again with the same port and token, so clients reconnect automatically (CON-09).
   * A pause continues. `changes` replaces options from now on.
   */
  restart(changes?: ServingOptions): Promise<void>;
  /** Returns the variables for a terminal that runs Claude Code. `base` defaults to this process's environment (ENV-01 to ENV-04). */
  environment(base?: Environment): Record<string, string>;
  /** Pauses or resumes sharing: selection, mentions, diagnostics and files (PRV-01). */
  setPaused(isPaused: boolean): void;
  /** Replaces the rules of the option `hiddenFiles`. */
  setHiddenRules(rules: readonly string[]): void;
  /** Call this when a `.tandemignore` or `Editor.isHidden` changed. Otherwise it takes effect at the next health check. */
  privacyChanged(): void;
  /** Returns why a file is hidden and by which rule, or undefined if it is shared. */
  whyHidden(path: string): HiddenReason | undefined;
  /** Like `whyHidden` for the entries of a directory, by name. Faster for thousands of entries. */
  whyHiddenIn(directory: string, entries: Iterable<DirectoryEntry>): Map<string, HiddenReason>;
  /** Sends `log_event` to every client (NOT-03). */
  logEvent(eventName: string, eventData: Record<string, unknown>): void;
  /** Removes the lock synchronously, for handlers that can't wait, such as a process's `exit`. `close` does it too. */
  removeLock(): void;
  /** Closes everything: lock, clients, listener, timers (CLN-01 to CLN-04). Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
