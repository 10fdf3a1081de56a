/** What happens while serving, for programs as JSON and for people as words. */
import type { CodeQuestionOutcome } from "@tandem/server";
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
  /** Claude Code wants to run code, and the user is to say whether it may. */
  | { readonly event: "code-asked"; readonly question: number; readonly code: string }
  | { readonly event: "code-answered"; readonly question: number; readonly outcome: CodeQuestionOutcome }
  | ReviewOpened
  /** The last window was closed, and these reviews still wait. */
  | { readonly event: "reviews-unseen"; readonly reviews: readonly number[] }
  | {
      readonly event: "review-closed";
      readonly review: number;
      readonly path: string;
      /** `withdrawn`: decided elsewhere, or the client has gone. */
      readonly outcome: "accepted" | "rejected" | "withdrawn";
    };

const noColors: Colors = createColors(false);

const outcomes = {
  accepted: "accepted: the client writes the file",
  rejected: "rejected",
  withdrawn: "over: decided in Claude Code, or withdrawn",
} as const;

const codeOutcomes = {
  allowed: "is allowed, and runs",
  refused: "is refused",
  withdrawn: "was taken back",
  nobody: "is refused, because nobody is there any more",
} as const;

/** Code that is longer or wider is shown when it is asked for, or in the page. */
const mostLines = 40;
const mostColumns = 500;

function cut(line: string): string {
  return line.length > mostColumns ? `${line.slice(0, mostColumns).toWellFormed()}…` : line;
}

/** Code that waits, as it stands, with what can be typed about it. */
export function describeCode(number: number, code: string): string {
  const lines = code.split("\n");
  // As it stands, for spaces have a meaning in Python.
  const written = lines.slice(0, mostLines).map((line) => visible(line));
  const shown = written.map((line) => `    ${cut(line)}`);
  const see = `type code ${number} to see all of it`;
  const more =
    lines.length > mostLines
      ? [`    … and ${lines.length - mostLines} lines more: ${see}`]
      : written.some((line) => cut(line) !== line)
        ? [`    … is where a line goes on: ${see}`]
        : [];
  const what = `Code ${number}: Claude Code wants to run`;
  return [`${what}`, ...shown, ...more, `  Decide in the page, or type allow ${number} or deny ${number}.`].join("\n");
}

/** A review that waits, with what can be typed about it. */
export function describeReview(event: ReviewOpened, shorten: (path: string) => string, colors = noColors): string {
  const { review, added, removed } = event;
  const size = `${colors.green(`+${added}`)} ${colors.red(`−${removed}`)}`;
  const what = `${event.isNewFile ? "a new file, " : ""}${visibleLine(shorten(event.path))} (${size})`;
  const warning = event.hasUnsavedChanges ? " Its buffer has unsaved changes, which the diff does not show." : "";
  return `Review ${review}: ${what}. Decide in the page, or type show ${review}, accept ${review} or reject ${review}.${warning}`;
}

/** The event in words. */
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
      const which = others.length > 0 ? `Reviews ${event.reviews.join(", ")} wait` : `Review ${first} waits`;
      return `${colors.cyan("•")} ${which}, and no window is open. Type page to open one, or show ${first}, accept ${first} or reject ${first}.`;
    }
    case "code-asked":
      return `${colors.cyan("•")} ${describeCode(event.question, event.code)}`;
    case "code-answered":
      return `${colors.cyan("•")} Code ${event.question} ${codeOutcomes[event.outcome]}.`;
    case "review-closed":
      return `${colors.cyan("•")} Review ${event.review} (${visibleLine(shorten(event.path))}) is ${outcomes[event.outcome]}.`;
  }
}
