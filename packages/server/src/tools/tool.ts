/** What every tool is given, and the forms of an answer. */
import type { CallToolResult, ToolArguments, ToolName } from "@tandem/protocol";
import type { OwnedDiffs } from "../diffs.js";
import type { ClientInfo } from "../editor.js";
import type { Services } from "../services.js";

/** What a call brings with it. */
export interface ToolContext extends Omit<Services, "unfinished"> {
  readonly client: ClientInfo;
  readonly diffs: OwnedDiffs;
  readonly signal: AbortSignal;
  /** Counts what is kept for this call until it is answered; throws where the client has too much of that. */
  hold(bytes: number): void;
  /** For a tool of which only a part is refused while sharing is paused: runs that part as the gate runs whole tools. */
  unlessPaused<T>(run: () => Promise<T>): Promise<T>;
  /** Tells a client that asked for progress that the call goes on (MCP-04). */
  progress(message: string): void;
}

/** A tool is what it does; whether an editor offers it is in index.ts. */
export type Tool<N extends ToolName> = (args: ToolArguments<N>, context: ToolContext) => Promise<CallToolResult>;

/** An answer of text items. */
export function text(...items: string[]): CallToolResult {
  return { content: items.map((item) => ({ type: "text", text: item })) };
}

/** An answer of one text item holding JSON. */
export function json(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

/** A tool that failed: what happened, in words (ERR-02). */
export function failure(message: string): CallToolResult {
  return { ...text(message), isError: true };
}
