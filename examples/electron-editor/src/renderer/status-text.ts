/** The texts of the status bar. */

import type { ListedChanges } from "@tandem-ide/changes/remote";
import type { TandemStatus } from "@tandem-ide/codemirror/page";
import type { MentionOutcome } from "@tandem-ide/server";

export function connectionText(status: TandemStatus | undefined): string {
  if (!status) return "Not connected";
  if (status.isPaused) return "Sharing is paused";
  const { length } = status.clients;
  const queued = status.queuedMentions > 0 ? `, ${status.queuedMentions} queued` : "";
  if (length === 0) return `Claude Code isn't connected${queued}`;
  return length === 1 ? "Claude Code is connected" : `${length} Claude Code sessions`;
}

/** Counts the files of all turns. Empty if there is nothing to review. */
export function changedFilesText({ turns }: ListedChanges): string {
  const count = turns.reduce((sum, { kind, fileCount }) => sum + (kind === "turn" ? fileCount : 0), 0);
  if (count === 0) return "";
  return count === 1 ? "1 changed file" : `${count} changed files`;
}

export function mentionText(name: string, outcome: MentionOutcome): string {
  switch (outcome.status) {
    case "sent":
      return `Mentioned ${name} in Claude`;
    case "queued":
      return `${name} will be mentioned when Claude connects`;
    case "hidden":
    case "refused":
      return `${name} wasn't mentioned: ${outcome.reason}`;
  }
}
