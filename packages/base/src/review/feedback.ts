/** What the user tells an agent about a review: a reason for rejecting it, and comments on lines. */

/** A comment on a line of the result, from 0. */
export interface ReviewComment {
  readonly line: number;
  readonly text: string;
}

export interface Feedback {
  readonly reason?: string;
  readonly comments: readonly ReviewComment[];
}

/**
 * Replaces all comments of a review, for a view that keeps its own list, whose lines move while the user types.
 *
 * @example
 * openReviewPanel({ ...options, onCommented: (comments) => setComments(review, comments) });
 */
export function setComments(
  review: { readonly comments: readonly ReviewComment[]; setComment(line: number, text: string): void },
  comments: readonly ReviewComment[],
): void {
  const texts = new Map(comments.map(({ line, text }) => [line, text]));
  for (const { line } of review.comments) if (!texts.has(line)) review.setComment(line, "");
  for (const [line, text] of texts) {
    const known = review.comments.find((comment) => comment.line === line);
    if (known?.text !== text) review.setComment(line, text);
  }
}

/**
 * Returns the prompt for the agent, or undefined if there is nothing to say. `file` is the file's name as the agent knows it.
 *
 * @example
 * feedbackPrompt("src/cart.ts", "rejected", { reason: "Keep the tax.", comments: [] });
 * // "I rejected your edit to src/cart.ts: Keep the tax."
 */
export function feedbackPrompt(
  file: string,
  outcome: "accepted" | "rejected" | "withdrawn",
  { reason = "", comments }: Feedback,
): string | undefined {
  const said = reason.trim();
  if (said === "" && comments.length === 0) return undefined;
  const first = outcome === "withdrawn" ? `About your edit to ${file}` : `I ${outcome} your edit to ${file}`;
  const lines = [...comments]
    .sort((a, b) => a.line - b.line)
    .map(({ line, text }) => `- Line ${line + 1}: ${text.trim()}`);
  return withoutControls([said === "" ? `${first}:` : `${first}: ${said}`, ...lines].join("\n"));
}

/** The control characters that don't reach a terminal, also not through the clipboard: all except tab and line feed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not reach a terminal
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Returns what a terminal sends when the user pastes the text (bracketed paste), so a program inserts it and doesn't
 * treat it as keystrokes. Control characters are removed, because they could end the paste.
 *
 * @example
 * terminal.write(asPaste("first line\nsecond line"));
 */
export function asPaste(text: string): string {
  return `\u001b[200~${withoutControls(text)}\u001b[201~`;
}

function withoutControls(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(controls, "");
}
