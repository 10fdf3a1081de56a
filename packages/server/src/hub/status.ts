/** What a status display needs. */
import type { ClientInfo } from "./editor.js";

/** A connected client, for a status display. */
export interface ClientStatus extends ClientInfo {
  /** It is told of selections and mentions; a moment after it connected (NOT-05). */
  readonly isListening: boolean;
  /** The names of its diffs that wait for a decision, oldest first. */
  readonly openDiffs: readonly string[];
}

export interface HubStatus {
  readonly clients: readonly ClientStatus[];
  /** Mentions that wait for a client. */
  readonly queuedMentions: number;
  readonly isPaused: boolean;
  /** The file of the selection that clients were last told of; undefined when they were told of none. */
  readonly lastShared: string | undefined;
}
