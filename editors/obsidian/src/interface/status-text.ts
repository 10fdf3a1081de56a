/** The text of the status bar. Pure. */
import type { EndpointStatus } from "@tandem-ide/server";

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** Returns the most urgent status. */
export function statusText(
  { state, isPaused, clients: all }: EndpointStatus,
  pendingReviews: number,
  changedFiles: number,
) {
  const show = (text: string, tooltip: string, isWarning = false) => ({ text, tooltip, isWarning });
  if (state.kind === "starting") return show("Claude: starting", "Tandem is starting.");
  if (state.kind === "closed") return show("Claude: off", "Tandem isn't running.");
  if (state.kind === "failed") return show("Claude: not running", `Tandem couldn't start: ${state.reason}`, true);
  if (isPaused) return show("Claude: paused", "Sharing with Claude Code is paused.", true);
  const clients = all.filter(({ isListening }) => isListening).length;
  const connection =
    clients > 0
      ? `${count(clients, "Claude Code session")} connected.`
      : "Claude Code isn't connected. Start it in the vault's folder, or type /ide in a session there.";
  if (pendingReviews > 0)
    return show(`Claude: ${pendingReviews} to review`, `${count(pendingReviews, "pending review")}. ${connection}`);
  if (changedFiles > 0)
    return show(
      `Claude: ${count(changedFiles, "changed file")}`,
      `${count(changedFiles, "file")} changed on disk. ${connection}`,
    );
  return show(clients > 0 ? `Claude: ${clients}` : "Claude: not connected", connection);
}
