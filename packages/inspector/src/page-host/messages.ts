/** The messages from the host to the inspector's page. The page only sends its hello. */
import type { Entry, Header } from "../recording/entry.js";
import type { HistoryLimits, HistoryStart } from "./entry-history.js";

/** Sent first, and again when the window was too slow to get every entry. Replaces all earlier entries. */
export interface Welcome extends HistoryStart {
  readonly header: Header;
  /** False for a recording. */
  readonly isLive: boolean;
  /** The recording ends in the middle of a line. */
  readonly isCutOff: boolean;
  /** The page has the same limits as the host. */
  readonly limits: HistoryLimits;
}

export interface NewEntries {
  readonly entries: readonly Entry[];
  /** The current time on the scale of `t`, if live. */
  readonly now?: number;
}

export type FromHost = { readonly welcome: Welcome } | NewEntries;
