/** What happens while serving, for programs as JSON and for people as words. */
import type { Colors } from "../output.js";
import { visibleLine } from "../visible.js";

interface ClientFacts {
  readonly name: string;
  readonly version: string;
}

export type ServeEvent =
  | { readonly event: "client-connected" | "client-disconnected"; readonly client: ClientFacts }
  | {
      readonly event: "review-opened";
      readonly review: number;
      readonly path: string;
      readonly isNewFile: boolean;
      readonly added: number;
      readonly removed: number;
      readonly hasUnsavedChanges: boolean;
    }
  | {
      readonly event: "review-closed";
      readonly review: number;
      readonly path: string;
      /** `withdrawn`: decided elsewhere, or the client has gone. */
      readonly outcome: "accepted" | "rejected" | "withdrawn";
    };

const outcomes = {
  accepted: "accepted: the client writes the file",
  rejected: "rejected",
  withdrawn: "over: decided in Claude Code, or withdrawn",
} as const;

/** The event in words. */
export function describeEvent(event: ServeEvent, shorten: (path: string) => string, colors: Colors): string {
  switch (event.event) {
    case "client-connected":
    case "client-disconnected": {
      const name = visibleLine(`${event.client.name} ${event.client.version}`, 60);
      return `${colors.cyan("•")} ${name} ${event.event === "client-connected" ? "connected" : "disconnected"}.`;
    }
    case "review-opened": {
      const { review, added, removed } = event;
      const size = `${colors.green(`+${added}`)} ${colors.red(`−${removed}`)}`;
      const what = `${event.isNewFile ? "a new file, " : ""}${visibleLine(shorten(event.path))} (${size})`;
      const warning = event.hasUnsavedChanges ? " Its buffer has unsaved changes, which the diff does not show." : "";
      return `${colors.cyan("•")} Review ${review}: ${what}. Decide in the page, or type show ${review}, accept ${review} or reject ${review}.${warning}`;
    }
    case "review-closed":
      return `${colors.cyan("•")} Review ${event.review} (${visibleLine(shorten(event.path))}) is ${outcomes[event.outcome]}.`;
  }
}
