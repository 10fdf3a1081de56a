/** All that the host says to the inspector's page. The page says nothing but the door's hello. */
import type { Entry, Header } from "../recording/entry.js";
import type { KeepLimits, KeptStart } from "./kept-entries.js";

/** The beginning, and a new one when the window was too slow to get everything: what was told before counts no more. */
export interface Welcome extends KeptStart {
  readonly header: Header;
  /** False for a recording that is looked at afterwards. */
  readonly isLive: boolean;
  /** The recording's file ends in the middle of a line. */
  readonly isCutOff: boolean;
  /** The page keeps as much as the host. */
  readonly limits: KeepLimits;
}

export interface NewEntries {
  readonly entries: readonly Entry[];
  /** The recording's time now, on the scale of `t`; only where it is live. */
  readonly now?: number;
}

export type FromHost = { readonly welcome: Welcome } | NewEntries;
