/** Passes what the user wrote about reviews to the session that made the proposals. */
import { relative } from "node:path";
import type { Clock } from "@tandem-ide/base";
import { innermostFolder } from "@tandem-ide/base/node";
import { feedbackPrompt } from "@tandem-ide/base/review";
import type { Endpoint, Review } from "@tandem-ide/server";
import type { GivenFeedback } from "../messages.js";
import { pasteWhenIdle } from "./terminal/paste-when-idle.js";
import type { Terminal } from "./terminal/terminal.js";

export interface FeedbackParts {
  readonly endpoint: Endpoint;
  readonly terminal: Terminal;
  readonly clock: Clock;
  folders(): readonly string[];
}

/**
 * Puts the text into the prompt of a client in our terminal if that prompt is empty. Resolves to the text, or to undefined if the
 * user wrote nothing.
 */
export async function tellClient(
  client: string,
  reviews: readonly Review[],
  reason: string | undefined,
  { endpoint, terminal, clock, folders }: FeedbackParts,
): Promise<GivenFeedback | undefined> {
  const decided = reviews.filter(({ outcome }) => outcome === "accepted" || outcome === "rejected");
  const texts = decided.flatMap(({ path, outcome, comments }) => {
    const isAccepted = outcome === "accepted";
    const said = { comments, ...(reason !== undefined && { reason }) };
    return feedbackPrompt(relativeName(folders(), path), isAccepted ? "accepted" : "rejected", said) ?? [];
  });
  if (texts.length === 0) return undefined;
  const text = texts.join("\n\n");
  // After an accepted edit the client goes on working.
  const canWait = decided.every(({ outcome }) => outcome === "rejected");
  const isInPrompt =
    canWait && isInTerminal(client, endpoint, terminal) && (await pasteWhenIdle(terminal, text, clock));
  return { text, isInPrompt };
}

/** A file's path in its workspace folder. */
export function relativeName(folders: readonly string[], path: string): string {
  const folder = innermostFolder(folders, path);
  return folder === undefined ? path : relative(folder, path);
}

/** With several clients in the terminal, it isn't clear which one shows its prompt. */
function isInTerminal(client: string, { status }: Endpoint, terminal: Terminal): boolean {
  const inTerminal = status.clients.filter(({ pid }) => pid !== undefined && terminal.hasProcess(pid));
  return inTerminal.length === 1 && inTerminal[0]?.id === client;
}
