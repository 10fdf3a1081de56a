/** Assertions that many checks share. Each throws a `Failure` with what was expected and seen. */
import { isDeepStrictEqual } from "node:util";
import { type CallToolResult, callToolResultSchema, explainIssues } from "@tandem-ide/protocol";
import { Failure } from "./outcome.js";
import { escapeInvisible, show } from "./show.js";
import type { Answer } from "./wire/raw-client.js";

type Issues = Parameters<typeof explainIssues>[0];

/** A schema of the protocol. */
export interface Schema<T> {
  safeParse(
    value: unknown,
    options?: { reportInput?: boolean },
  ): { success: true; data: T } | { success: false; error: { issues: Issues } };
}

export function describeAnswer(answer: Answer): string {
  return answer.ok ? `the result ${show(answer.result)}` : `error ${answer.code} ${show(answer.message)}`;
}

/** Returns the result of a response; fails on an error. */
export function expectResult(answer: Answer, what: string): unknown {
  if (!answer.ok) throw new Failure(what, describeAnswer(answer));
  return answer.result;
}

/** Checks that the response is an error with this code and a message that contains one of `mentions`. */
export function expectError(answer: Answer, code: number, what: string, mentions: readonly string[] = []): void {
  const message = mentions.length === 0 ? "" : `, with a message that contains ${mentions.map(show).join(" or ")}`;
  const expected = `error ${code} for ${what}${message}`;
  if (answer.ok || answer.code !== code) throw new Failure(expected, describeAnswer(answer));
  const text = answer.message.toLowerCase();
  const isRight = mentions.length === 0 ? text.trim() !== "" : mentions.some((m) => text.includes(m.toLowerCase()));
  if (!isRight) throw new Failure(expected, describeAnswer(answer));
}

/** Parses a value with a schema of the protocol. */
export function expectShape<T>(schema: Schema<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success)
    throw new Failure(what, `${show(value)}: ${explainIssues(parsed.error.issues.slice(0, 3), "it")}`);
  return parsed.data;
}

export function expectEqual(seen: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(seen, expected)) throw new Failure(`${what}: ${show(expected)}`, show(seen));
}

/** Returns the result of `tools/call`, even if the tool failed. */
export function expectToolResult(answer: Answer, tool: string): CallToolResult {
  return expectShape(callToolResultSchema, expectResult(answer, `a result from ${tool}`), `a tool result from ${tool}`);
}

/** Returns the texts of a result's items. */
export function texts(result: CallToolResult): string[] {
  return result.content.map((item) => ("text" in item && typeof item.text === "string" ? item.text : ""));
}

/** Formats a tool result for a report: only the texts, because JSON inside JSON is hard to read. */
export function showResult(result: CallToolResult): string {
  const shown = texts(result).map((text) => (text.length > 300 ? `${text.slice(0, 300)}…` : text));
  return escapeInvisible(`${result.isError ? "isError " : ""}${shown.length === 0 ? show(result) : shown.join(" | ")}`);
}

/** Checks that the tool failed with a reason. */
export function expectToolError(answer: Answer, tool: string, what: string): void {
  const result = expectToolResult(answer, tool);
  const reason = texts(result).join(" ").trim();
  if (result.isError !== true || reason === "")
    throw new Failure(`isError: true and a text with the reason, for ${what}`, showResult(result));
}
