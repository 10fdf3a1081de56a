/** The little of a schema that this package uses, so that tables of them can be indexed by a type parameter. */
import { explainIssues } from "@tandem/protocol";

type Issues = Parameters<typeof explainIssues>[0];

export interface Schema<T> {
  safeParse(
    value: unknown,
    context: { reportInput: boolean },
  ): { success: true; data: T } | { success: false; error: { issues: Issues } };
}

/** The value as the schema has it, or what is wrong with it in words. */
export function check<T>(schema: Schema<T>, value: unknown, subject: string): { data: T } | { problem: string } {
  const parsed = schema.safeParse(value, { reportInput: true });
  return parsed.success ? { data: parsed.data } : { problem: explainIssues(parsed.error.issues, subject) };
}
