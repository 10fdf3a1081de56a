/** Describes the result of a mention for a toast. */
import type { MentionOutcome } from "@tandem-ide/server";

/** Zero-based, inclusive. */
export interface MentionedLines {
  readonly start: number;
  readonly end: number;
}

export function describeMention(
  name: string,
  lines: MentionedLines | undefined,
  outcome: MentionOutcome,
): { readonly kind: "info" | "warning"; readonly text: string } {
  const mentioned = lines ? `${name}:${linesLabel(lines)}` : name;
  switch (outcome.status) {
    case "sent": {
      const target = outcome.clients === 1 ? "Claude" : `${outcome.clients} Claude sessions`;
      return { kind: "info", text: `Mentioned ${mentioned} in ${target}.` };
    }
    case "queued":
      return { kind: "info", text: `Claude isn't connected. ${mentioned} will be mentioned when it connects.` };
    case "hidden":
      return { kind: "warning", text: `Can't mention ${mentioned} because it's hidden from Claude: ${outcome.reason}` };
    case "refused":
      return { kind: "warning", text: `Can't mention ${mentioned}: ${outcome.reason}` };
  }
}

/** One-based. */
export function linesLabel({ start, end }: MentionedLines): string {
  return start === end ? `${start + 1}` : `${start + 1}-${end + 1}`;
}
