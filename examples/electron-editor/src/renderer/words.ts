/** What the status bar says. */
import type { TandemStatus } from "@tandem/codemirror/page";
import type { MentionOutcome } from "@tandem/server";

export function connectionWords(status: TandemStatus | undefined): string {
  if (!status) return "No connection";
  if (status.isPaused) return "Sharing is paused";
  const { length } = status.clients;
  const waiting = status.queuedMentions > 0 ? `, ${status.queuedMentions} to mention` : "";
  if (length === 0) return `Claude Code is not connected${waiting}`;
  return length === 1 ? "Claude Code is connected" : `Claude Code is connected, ${length} times`;
}

export function mentionWords(name: string, outcome: MentionOutcome): string {
  switch (outcome.status) {
    case "sent":
      return `Mentioned ${name} to Claude`;
    case "queued":
      return `${name} is mentioned when Claude connects`;
    case "withheld":
    case "refused":
      return `${name} was not mentioned: ${outcome.reason}`;
  }
}
