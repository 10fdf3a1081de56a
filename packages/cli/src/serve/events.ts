/** Events during `tandem serve`, printed as JSON or text. */
import type { CodeQuestionOutcome } from "@tandem-ide/server";
import { createColors } from "picocolors";
import type { Colors } from "../output.js";
import { visible, visibleLine } from "../visible.js";

interface ClientFacts {
  readonly name: string;
  readonly version: string;
}

export interface ReviewOpened {
  readonly event: "review-opened";
  readonly review: number;
  readonly path: string;
  readonly isNewFile: boolean;
  readonly added: number;
  readonly removed: number;
  readonly hasUnsavedChanges: boolean;
}

export type ServeEvent =
  | { readonly event: "client-connected" | "client-disconnected"; readonly client: ClientFacts }
  /** Claude Code wants to run code and needs the user's approval. */
  | { readonly event: "code-asked"; readonly question: number; readonly code: string }
  | { readonly event: "code-answered"; readonly question: number; readonly outcome: CodeQuestionOutcome }
  | ReviewOpened
  /** The last window was closed while these reviews are pending. */
  | { readonly event: "reviews-unseen"; readonly reviews: readonly number[] }
  | {
      readonly event: "review-closed";
      readonly review: number;
      readonly path: string;
      /** `withdrawn`: decided elsewhere, or the client disconnected. */
      readonly outcome: "accepted" | "rejected" | "withdrawn";
    };

const noColors: Colors = createColors(false);

const outcomes = {
  accepted: "accepted. Claude Code will write the file",
  rejected: "rejected",
  withdrawn: "closed: decided in Claude Code, or withdrawn",
} as const;

const codeOutcomes = {
  allowed: "allowed. It is running",
  refused: "denied",
  withdrawn: "withdrawn",
  nobody: "denied, because no one was available to approve it",
} as const;

/** Longer or wider code is cut. The `code` command and the page show all of it. */
const maxLines = 40;
const maxColumns = 500;

function cut(line: string): string {
  return line.length > maxColumns ? `${line.slice(0, maxColumns).toWellFormed()}…` : line;
}

/** Returns code awaiting approval, with the commands that decide it. */
export function describeCode(number: number, code: string): string {
  const lines = code.split("\n");
  // Spaces are left alone, because they are significant in Python.
  const written = lines.slice(0, maxLines).map((line) => visible(line));
  const shown = written.map((line) => `    ${cut(line)}`);
  const see = `Type code ${number} to see all of it.`;
  const more =
    lines.length > maxLines
      ? [`    … ${lines.length - maxLines} more lines. ${see}`]
      : written.some((line) => cut(line) !== line)
        ? [`    … marks a truncated line. ${see}`]
        : [];
  return [
    `Code ${number}: Claude Code wants to run this:`,
    ...shown,
    ...more,
    `  Decide in the browser, or type allow ${number} or deny ${number}.`,
  ].join("\n");
}

/** Returns a pending review, with the commands that decide it. */
export function describeReview(event: ReviewOpened, shorten: (path: string) => string, colors = noColors): string {
  const { review, added, removed } = event;
  const size = `${colors.green(`+${added}`)} ${colors.red(`−${removed}`)}`;
  const what = `${event.isNewFile ? "new file " : ""}${visibleLine(shorten(event.path))} (${size})`;
  const warning = event.hasUnsavedChanges ? " The file has unsaved changes that the diff doesn't show." : "";
  return `Review ${review}: ${what}. Decide in the browser, or type show ${review}, accept ${review} or reject ${review}.${warning}`;
}

/** Returns the event as text. */
export function describeEvent(event: ServeEvent, shorten: (path: string) => string, colors: Colors): string {
  switch (event.event) {
    case "client-connected":
    case "client-disconnected": {
      const name = visibleLine(`${event.client.name} ${event.client.version}`, 60);
      return `${colors.cyan("•")} ${name} ${event.event === "client-connected" ? "connected" : "disconnected"}.`;
    }
    case "review-opened":
      return `${colors.cyan("•")} ${describeReview(event, shorten, colors)}`;
    case "reviews-unseen": {
      const [first, ...others] = event.reviews;
      const which =
        others.length > 0 ? `Reviews ${event.reviews.join(", ")} are pending` : `Review ${first} is pending`;
      return `${colors.cyan("•")} ${which}, and no window is open. Type page to open one, or show ${first}, accept ${first} or reject ${first}.`;
    }
    case "code-asked":
      return `${colors.cyan("•")} ${describeCode(event.question, event.code)}`;
    case "code-answered":
      return `${colors.cyan("•")} Code ${event.question} ${codeOutcomes[event.outcome]}.`;
    case "review-closed":
      return `${colors.cyan("•")} Review ${event.review} (${visibleLine(shorten(event.path))}) ${outcomes[event.outcome]}.`;
  }
}
