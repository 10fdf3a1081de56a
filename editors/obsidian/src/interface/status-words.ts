/** What the status bar says. Pure. */
import type { EndpointStatus } from "@tandem/server";

export interface StatusWords {
  readonly text: string;
  readonly tooltip: string;
  readonly isWarning: boolean;
}

function count(number: number, one: string, many: string): string {
  return number === 1 ? `1 ${one}` : `${number} ${many}`;
}
/** The most urgent thing that there is to say. */
export function statusWords({ state, isPaused, clients: all }: EndpointStatus, waiting: number): StatusWords {
  const say = (text: string, tooltip: string, isWarning = false) => ({ text, tooltip, isWarning });
  if (state.kind === "starting") return say("Claude: starting", "Tandem is starting.");
  if (state.kind === "closed") return say("Claude: off", "Tandem is not running.");
  if (state.kind === "failed") return say("Claude: not serving", `Tandem is not serving: ${state.reason}`, true);
  if (isPaused) return say("Claude: paused", "Nothing is shared with Claude Code.", true);
  const clients = all.filter(({ isListening }) => isListening).length;
  if (waiting > 0)
    return say(`Claude: ${waiting} to review`, `${count(waiting, "proposal waits", "proposals wait")} for you.`);
  if (clients > 0)
    return say(`Claude: ${clients}`, `${count(clients, "session", "sessions")} of Claude Code connected.`);
  return say("Claude: nobody", "No Claude Code is connected. Start it in the vault's folder, or type /ide there.");
}
