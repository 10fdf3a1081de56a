/** Defines tools and their results. */
import {
  type CallToolResult,
  parseParams,
  type Schema,
  type ToolArguments,
  type ToolName,
  tools,
} from "@tandem-ide/protocol";
import type { Editor } from "../../../hub/editor.js";
import type { ToolCall } from "./tool-call.js";

/** Properties of a tool. */
interface ToolRules {
  /** The editor methods that it needs. Without them it isn't offered. */
  readonly needs: readonly (keyof Editor)[];
  /**
   * What happens while sharing is paused. `refused`: new calls fail, and running calls return nothing. `finishes`: new calls
   * fail, but running calls continue, because they return only the user's decision. `works`: it returns no user data.
   */
  readonly whilePaused: "refused" | "finishes" | "works";
}

/** A tool, ready to be called. */
export interface Tool extends ToolRules {
  /**
   * Parses the arguments at once, so the rest of the message isn't kept while the tool runs or waits for the user. Invalid
   * arguments throw -32602.
   */
  prepare(raw: unknown): (call: ToolCall) => Promise<CallToolResult>;
}

const schemas: { readonly [N in ToolName]: { readonly arguments: Schema<ToolArguments<N>> } } = tools;

/** Defines a tool: its rules and its implementation. The schema of its arguments is in the protocol. */
export function defineTool<N extends ToolName>(
  name: N,
  { run, ...rules }: ToolRules & { run(args: ToolArguments<N>, call: ToolCall): Promise<CallToolResult> },
): Tool {
  return {
    ...rules,
    prepare(raw) {
      const args = parseParams(schemas[name].arguments, raw, name);
      return (call) => run(args, call);
    },
  };
}

/** Returns a result with text items. */
export function text(...items: string[]): CallToolResult {
  return { content: items.map((item) => ({ type: "text", text: item })) };
}

/** Returns a result with one text item that contains JSON. */
export function json(value: unknown): CallToolResult {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

/** Returns an error result (ERR-02). */
export function failure(message: string): CallToolResult {
  return { ...text(message), isError: true };
}
