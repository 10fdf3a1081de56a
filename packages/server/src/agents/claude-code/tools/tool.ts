/** What a tool is, what it is given, and the forms of an answer. */
import { type CallToolResult, type Parsed, parseParams, type Schema, type ToolName } from "@tandem/protocol";
import type { Editor } from "../../../hub/editor.js";
import type { ToolCall } from "./tool-call.js";

/** What is to be said of a tool beside its name and its schema. */
interface ToolRules {
  /** The methods that it needs of the editor: without them it is not offered. */
  readonly needs: readonly (keyof Editor)[];
  /**
   * What a pause does to it. `refused`: it does not start, and one that is under way tells nothing. `finishes`: it does not
   * start, and one that is under way goes on, because it tells only what the user decides. `works`: it tells nothing of the
   * user's.
   */
  readonly whilePaused: "refused" | "finishes" | "works";
  /**
   * What privacy rules do to it. `refused`: a hidden file is refused. `left out`: hidden files are missing in the answer.
   * `not told`: it is done, and nothing of the file is told. `none`: it is about no file of the user's.
   */
  readonly hiddenFiles: "refused" | "left out" | "not told" | "none";
}

/** A tool, ready to be called. */
export interface Tool extends ToolRules {
  readonly name: ToolName;
  /**
   * Parses at once, so that whatever else was sent along need not be kept while the tool runs or waits for a person. Arguments
   * that do not fit are -32602.
   */
  prepare(raw: unknown): (call: ToolCall) => Promise<CallToolResult>;
}

/** One spec for each tool: its name, its schema, what it needs, what applies to it, what it does. */
export function defineTool<S extends Schema>(
  name: ToolName,
  schema: S,
  { run, ...rules }: ToolRules & { run(args: Parsed<S>, call: ToolCall): Promise<CallToolResult> },
): Tool {
  return {
    name,
    ...rules,
    prepare(raw) {
      const args = parseParams(schema, raw, name);
      return (call) => run(args, call);
    },
  };
}

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
