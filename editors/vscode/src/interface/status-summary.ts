/** Summarizes the status for the status bar, without its translated text. */
import type { WindowStatus } from "../endpoint/endpoint.js";

export interface StatusSummary {
  readonly icon: string;
  readonly key: "starting" | "failed" | "closed" | "paused" | "missed" | "disconnected" | "connected" | "waiting";
  /** The number of pending reviews. */
  readonly waiting: number;
  /** The number of clients that are ready. */
  readonly clients: number;
  readonly isWarning: boolean;
}

/** Returns the most important state. */
export function summarizeStatus(status: WindowStatus, waiting: number): StatusSummary {
  const { state, isPaused, isMissed } = status;
  const clients = status.clients.filter(({ isListening }) => isListening).length;
  const summary = (icon: string, key: StatusSummary["key"], isWarning = false) => ({
    icon,
    key,
    waiting,
    clients,
    isWarning,
  });
  if (state.kind === "starting") return summary("loading~spin", "starting");
  if (state.kind === "closed") return summary("debug-disconnect", "closed");
  if (state.kind === "failed") return summary("error", "failed", true);
  if (isPaused) return summary("debug-pause", "paused", true);
  if (waiting > 0) return summary("diff", "waiting");
  if (clients > 0) return summary("pass-filled", "connected");
  return isMissed ? summary("warning", "missed", true) : summary("circle-outline", "disconnected");
}
