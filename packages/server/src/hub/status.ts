import type { ClientInfo } from "./editor.js";

/** The status of a connected client. */
export interface ClientStatus extends ClientInfo {
  /** Whether it receives selections and mentions, which starts shortly after connecting (NOT-05). */
  readonly isListening: boolean;
  /** The names of its pending diffs, oldest first. */
  readonly openDiffs: readonly string[];
}

export interface HubStatus {
  readonly clients: readonly ClientStatus[];
  /** Number of mentions that wait for a client. */
  readonly queuedMentions: number;
  readonly isPaused: boolean;
  /** The file of the last selection sent to clients, or undefined. */
  readonly lastShared: string | undefined;
}
