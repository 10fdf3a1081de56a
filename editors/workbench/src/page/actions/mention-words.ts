/** What became of a mention, in words. */
import type { MentionOutcome } from "@tandem/server";

/** From 0, the last one included. */
export interface MentionedLines {
  readonly start: number;
  readonly end: number;
}

/** For a toast. */
export function describeMention(
  name: string,
  lines: MentionedLines | undefined,
  outcome: MentionOutcome,
): { readonly kind: "info" | "warning"; readonly text: string } {
  const what = lines ? `${name}:${linesLabel(lines)}` : name;
  switch (outcome.status) {
    case "sent":
      return {
        kind: "info",
        text: `Mentioned ${what} to ${outcome.clients} client${outcome.clients === 1 ? "" : "s"}.`,
      };
    case "queued":
      return { kind: "info", text: `No Claude is connected yet: ${what} is mentioned to the next one.` };
    case "withheld":
      return { kind: "warning", text: `${what} was not mentioned, because Claude does not see it: ${outcome.reason}` };
    case "refused":
      return { kind: "warning", text: `${what} was not mentioned: ${outcome.reason}` };
  }
}

/** As people count, from 1. */
export function linesLabel({ start, end }: MentionedLines): string {
  return start === end ? `${start + 1}` : `${start + 1}-${end + 1}`;
}
