/** Judgements that many checks share. Each throws a `Failure` that says what was expected and what was seen. */
import { isDeepStrictEqual } from "node:util";
import { type CallToolResult, callToolResultSchema, explainIssues } from "@tandem/protocol";
import { Failure } from "./outcome.js";
import { plain, show } from "./show.js";
import type { Answer } from "./wire/raw-client.js";

type Issues = Parameters<typeof explainIssues>[0];

/** Any schema of the protocol. */
export interface Schema<T> {
  safeParse(
    value: unknown,
    options?: { reportInput?: boolean },
  ): { success: true; data: T } | { success: false; error: { issues: Issues } };
}

export function describeAnswer(answer: Answer): string {
  return answer.ok ? `the result ${show(answer.result)}` : `error ${answer.code} ${show(answer.message)}`;
}

/** The result of an answer; an error fails. */
export function expectResult(answer: Answer, what: string): unknown {
  if (!answer.ok) throw new Failure(what, describeAnswer(answer));
  return answer.result;
}

/** The answer is an error with this code and a message; `mentions` are words one of which must be in it. */
export function expectError(answer: Answer, code: number, what: string, mentions: readonly string[] = []): void {
  const words = mentions.length === 0 ? "" : `, with a message that names ${mentions.map(show).join(" or ")}`;
  const expected = `error ${code} for ${what}${words}`;
  if (answer.ok || answer.code !== code) throw new Failure(expected, describeAnswer(answer));
  const message = answer.message.toLowerCase();
  const says = mentions.length === 0 ? message.trim() !== "" : mentions.some((m) => message.includes(m.toLowerCase()));
  if (!says) throw new Failure(expected, describeAnswer(answer));
}

/** The value in the form that the protocol gives it. */
export function expectShape<T>(schema: Schema<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success)
    throw new Failure(what, `${show(value)}: ${explainIssues(parsed.error.issues.slice(0, 3), "it")}`);
  return parsed.data;
}

export function expectEqual(seen: unknown, expected: unknown, what: string): void {
  if (!isDeepStrictEqual(seen, expected)) throw new Failure(`${what}: ${show(expected)}`, show(seen));
}

/** The result of `tools/call`, whether the tool failed or not. */
export function expectToolResult(answer: Answer, tool: string): CallToolResult {
  return expectShape(callToolResultSchema, expectResult(answer, `a result of ${tool}`), `a tool result from ${tool}`);
}

/** The texts of a result's items. */
export function texts(result: CallToolResult): string[] {
  return result.content.map((item) => ("text" in item && typeof item.text === "string" ? item.text : ""));
}

/** A result as a report shows it: the texts alone, since JSON inside JSON is hard to read. */
export function showResult(result: CallToolResult): string {
  const said = texts(result).map((text) => (text.length > 300 ? `${text.slice(0, 300)}…` : text));
  return plain(`${result.isError ? "isError " : ""}${said.length === 0 ? show(result) : said.join(" | ")}`);
}

/** The tool failed and said why. */
export function expectToolError(answer: Answer, tool: string, what: string): void {
  const result = expectToolResult(answer, tool);
  const said = texts(result).join(" ").trim();
  if (result.isError !== true || said === "")
    throw new Failure(`isError: true and a text that says why, for ${what}`, showResult(result));
}
