/** The texts that describe a review. Every editor uses these, so the wording is the same everywhere. */
import type { ReviewCounts } from "./review-model.js";
import type { ReviewRecord } from "./review-record.js";

/** Added and removed lines, such as "+4 −6". */
export function describeLines({ added, removed }: Pick<ReviewCounts, "added" | "removed">): string {
  return `+${added} −${removed}`;
}

/**
 * Describes the decisions of a review and the lines that accepting it now would change.
 *
 * @example
 * describeCounts(countHunks(review.hunks)); // "2 accepted, 1 rejected, 1 left, +4 −6"
 */
export function describeCounts(counts: ReviewCounts): string {
  const { accepted, rejected, undecided } = counts;
  const hunks = accepted + rejected + undecided;
  const parts =
    undecided === hunks
      ? [`${hunks} ${hunks === 1 ? "change" : "changes"}`]
      : [
          ...(accepted > 0 ? [`${accepted} accepted`] : []),
          ...(rejected > 0 ? [`${rejected} rejected`] : []),
          `${undecided} left`,
        ];
  return [...parts, describeLines(counts)].join(", ");
}

/**
 * Returns the label of the button that accepts a review. If all changes are rejected, accepting is a rejection.
 *
 * @example
 * acceptLabel(countHunks(review.hunks)); // "Accept 2 of 3 changes"
 */
export function acceptLabel({
  accepted,
  undecided,
  rejected,
}: Pick<ReviewCounts, "accepted" | "undecided" | "rejected">): string {
  const remaining = accepted + undecided;
  if (rejected === 0) return "Accept";
  return remaining === 0 ? "Finish without accepting" : `Accept ${remaining} of ${remaining + rejected} changes`;
}

/**
 * Returns the name of an agent as users know it.
 *
 * @example
 * agentName("claude-code"); // "Claude Code"
 */
export function agentName(client: string): string {
  return client === "claude-code" ? "Claude Code" : client;
}

/**
 * Describes how a review ended. `file` is the name to show for the file.
 *
 * @example
 * describeRecord(record, "src/cart.ts"); // "Accepted. Claude Code wrote src/cart.ts."
 */
export function describeRecord({ outcome, client, isWritten }: ReviewRecord, file: string): string {
  const agent = agentName(client.name);
  if (outcome === "rejected") return `Rejected the edit to ${file}.`;
  if (outcome === "withdrawn") return `${agent} withdrew its edit to ${file}.`;
  if (isWritten === undefined) return `Accepted the edit to ${file}.`;
  return isWritten ? `Accepted. ${agent} wrote ${file}.` : `Accepted, but ${agent} has not written ${file}.`;
}
