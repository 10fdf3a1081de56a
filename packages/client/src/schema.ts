/** The part of a schema that this package uses, so tables of schemas can be indexed by a type parameter. */
import { explainIssues } from "@tandem-ide/protocol";
import { AnswerError } from "./errors.js";

type Issues = Parameters<typeof explainIssues>[0];

export interface Schema<T> {
  safeParse(
    value: unknown,
    context: { reportInput: boolean },
  ): { success: true; data: T } | { success: false; error: { issues: Issues } };
}

/** Returns the parsed value, or a message that says what is wrong with it. */
export function check<T>(schema: Schema<T>, value: unknown, subject: string): { data: T } | { problem: string } {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? { data: parsed.data } : { problem: explainIssues(parsed.error.issues, subject) };
}

/** Parses the result of a request. Throws an {@link AnswerError} if it doesn't match the schema. */
export function parseResult<T>(schema: Schema<T>, value: unknown, request: string): T {
  const checked = check(schema, value, "the result");
  if ("problem" in checked) throw new AnswerError(`The result of ${request} is malformed: ${checked.problem}`);
  return checked.data;
}
