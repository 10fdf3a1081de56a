/** What the status bar says. Pure: the words are translated by whoever shows them. */
import type { WindowStatus } from "../endpoint/endpoint.js";

export interface StatusWords {
  readonly icon: string;
  readonly key: "starting" | "failed" | "closed" | "paused" | "missed" | "nobody" | "connected" | "waiting";
  /** Proposals that wait for the user. */
  readonly waiting: number;
  /** Clients that are told what is selected. */
  readonly clients: number;
  readonly isWarning: boolean;
}

/** The most urgent thing that there is to say. */
export function statusWords(status: WindowStatus, waiting: number): StatusWords {
  const { state, isPaused, isMissed } = status;
  const clients = status.clients.filter(({ isListening }) => isListening).length;
  const say = (icon: string, key: StatusWords["key"], isWarning = false) => ({
    icon,
    key,
    waiting,
    clients,
    isWarning,
  });
  if (state.kind === "starting") return say("loading~spin", "starting");
  if (state.kind === "closed") return say("debug-disconnect", "closed");
  if (state.kind === "failed") return say("error", "failed", true);
  if (isPaused) return say("debug-pause", "paused", true);
  if (waiting > 0) return say("diff", "waiting");
  if (clients > 0) return say("pass-filled", "connected");
  return isMissed ? say("warning", "missed", true) : say("circle-outline", "nobody");
}
