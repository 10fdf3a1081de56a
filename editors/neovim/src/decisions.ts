/** What Neovim shows of reviews that have ended. */
import { agentName, describeRecord, type ReviewRecord } from "@tandem-ide/base/review";

/** A row of `:TandemDecisions`. */
export interface DecisionRow {
  /** In ms since 1970. */
  readonly at: number;
  readonly path: string;
  readonly agent: string;
  readonly outcome: string;
  /** What the user told the agent. */
  readonly note?: string;
}

/** A message about an ended review. Neovim puts the file's name for `%s`, as short as its screen needs it. */
export interface DecisionNotice {
  readonly path: string;
  readonly format: string;
  readonly level: "info" | "warn";
}

const isMissing = ({ outcome, isWritten }: ReviewRecord) => outcome === "accepted" && isWritten === false;

export function decisionRow(record: ReviewRecord): DecisionRow {
  const { endedAt: at, path, client, outcome, feedback } = record;
  const note = [feedback?.reason ?? "", ...(feedback?.comments ?? []).map(({ text }) => text)]
    .filter(Boolean)
    .join(" · ");
  return {
    ...{ at, path, agent: agentName(client.name) },
    outcome: isMissing(record) ? "accepted, not written" : outcome,
    ...(note !== "" && { note }),
  };
}

/** Returns undefined for a review that the user didn't decide. */
export function decisionNotice(record: ReviewRecord): DecisionNotice | undefined {
  if (record.outcome === "withdrawn") return undefined;
  // A client chooses its name.
  const format = describeRecord(record, "\0").replaceAll("%", "%%").replace("\0", "%s");
  return { path: record.path, format, level: isMissing(record) ? "warn" : "info" };
}
