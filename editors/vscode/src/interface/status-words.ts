/** What the status bar says. Pure: the words are translated by whoever shows them. */
import type { WindowEndpointState } from "../endpoint/endpoint.js";

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
export function statusWords(state: WindowEndpointState, waiting: number): StatusWords {
  const all = state.kind === "running" ? state.status.clients : [];
  const clients = all.filter(({ isListening }) => isListening).length;
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
  if (state.status.isPaused) return say("debug-pause", "paused", true);
  if (waiting > 0) return say("diff", "waiting");
  if (clients > 0) return say("pass-filled", "connected");
  return state.isMissed ? say("warning", "missed", true) : say("circle-outline", "nobody");
}
