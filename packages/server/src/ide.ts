/** The endpoint as its host sees it. */
import type { Environment } from "@tandem/protocol";
import type { ClientInfo } from "./editor.js";
import type { DirectoryEntry, Withheld } from "./privacy.js";

/** A connected client, for a status display. */
export interface ClientStatus extends ClientInfo {
  /** It is told of selections and mentions; a moment after it connected (NOT-05). */
  readonly isListening: boolean;
  /** The names of its diffs that wait for a decision, oldest first. */
  readonly openDiffs: readonly string[];
}

/** What a status display needs. */
export interface IdeStatus {
  readonly clients: readonly ClientStatus[];
  /** Mentions that wait for a client. */
  readonly queuedMentions: number;
  readonly isPaused: boolean;
  /** The file of the selection that clients were last told of; undefined when they were told of none. */
  readonly lastShared: string | undefined;
}

/** A running endpoint. */
export interface Ide {
  readonly port: number;
  /** For handing over to a restart of the serving process (CON-09). Keep it out of logs and arguments. */
  readonly authToken: string;
  readonly lockFile: string;
  readonly status: IdeStatus;
  /** Calls `listener` after each change of the status; the function that is returned ends it. */
  onStatusChanged(listener: (status: IdeStatus) => void): () => void;
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
