/** What the user tells an agent about a review, for the prompt in its terminal. */
import { relative, sep } from "node:path";
import { agentName, asPaste, feedbackPrompt, type ReviewComment, type ReviewRecord } from "@tandem-ide/base/review";
import type { Review } from "@tandem-ide/server";

export interface FeedbackMessage {
  readonly agent: string;
  /** The client's process, to find its terminal. */
  readonly pid?: number;
  readonly text: string;
  /** The bytes that paste the text in a terminal. */
  readonly paste: string;
}

/** Returns the name of a file as the agent knows it: relative to its workspace folder. */
function nameOf(path: string, folders: readonly string[]): string {
  const names = folders.map((folder) => relative(folder, path)).filter((name) => name.split(sep)[0] !== "..");
  const shortest = names.sort((a, b) => a.length - b.length)[0];
  return (shortest ?? path).replaceAll(sep, "/");
}

/** @returns undefined if there is nothing to say, or no client to tell */
export function feedbackMessage(
  { client, path, outcome, feedback }: ReviewRecord,
  folders: readonly string[],
): FeedbackMessage | undefined {
  if (!feedback || outcome === "withdrawn") return undefined;
  const text = feedbackPrompt(nameOf(path, folders), outcome, feedback);
  if (text === undefined) return undefined;
  const { name, pid } = client;
  return { agent: agentName(name), ...(pid !== undefined && { pid }), text, paste: asPaste(text) };
}

/** Replaces the comments of a review. */
export function setComments(review: Review, comments: readonly ReviewComment[]): void {
  for (const { line } of review.comments)
    if (!comments.some((comment) => comment.line === line)) review.setComment(line, "");
  for (const { line, text } of comments) review.setComment(line, text);
}
