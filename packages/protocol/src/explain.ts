/** Turns schema issues into readable messages: which member is wrong and what is expected. */
import * as z from "zod/mini";
import { errorCodes, RpcError } from "./json-rpc.js";

type Issue = z.core.$ZodIssue;

/** A schema that parses to `T`. */
export type Schema<T = unknown> = z.core.$ZodType<T>;

function pathOf(issue: Issue): string {
  let out = "";
  for (const key of issue.path)
    out += typeof key === "number" ? `[${key}]` : out === "" ? String(key) : `.${String(key)}`;
  return out;
}

function problemOf(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is missing (${issue.expected} expected)`
        : `must be of type ${issue.expected}`;
    case "unrecognized_keys":
      return `doesn't accept ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_union":
      return "matches none of the allowed forms";
    default:
      return issue.message || "is not valid";
  }
}

/**
 * Describes all issues of a failed parse in one line.
 *
 * @example
 * const parsed = schema.safeParse(value, { reportInput: true });
 * if (!parsed.success) throw new Error(explainIssues(parsed.error.issues, "arguments"));
 */
export function explainIssues(issues: readonly Issue[], subject: string): string {
  return issues
    .map((issue) => `${pathOf(issue) === "" ? subject : `"${pathOf(issue)}"`} ${problemOf(issue)}`)
    .join("; ");
}

/**
 * Returns the typed value with defaults filled in, or throws -32602 with a message that says what is wrong.
 *
 * @example
 * const { path } = parseParams(requests.readFile, params, "readFile");
 */
export function parseParams<S extends Schema>(schema: S, value: unknown, subject: string): z.output<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  // Parse again for the message, so valid values don't pay for it.
  const { error } = z.safeParse(schema, value, { reportInput: true });
  throw new RpcError(
    errorCodes.invalidParams,
    `${subject}: ${explainIssues((error ?? parsed.error).issues, "params")}`,
  );
}
