/** Turns schema issues into words for people: which member is wrong, and what belongs there. */
import * as z from "zod/mini";
import { errorCodes, RpcError } from "./json-rpc.js";

type Issue = z.core.$ZodIssue;

/** Any schema of this package, and what it parses to. */
export type Schema = z.core.$ZodType;
export type Parsed<S extends Schema> = z.output<S>;

function where(issue: Issue): string {
  let out = "";
  for (const key of issue.path)
    out += typeof key === "number" ? `[${key}]` : out === "" ? String(key) : `.${String(key)}`;
  return out;
}

function what(issue: Issue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.input === undefined
        ? `is missing (${issue.expected} expected)`
        : `must be of type ${issue.expected}`;
    case "unrecognized_keys":
      return `does not take ${issue.keys.map((key) => `"${key}"`).join(", ")}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}`;
    case "too_small":
      return `must be at least ${issue.minimum}`;
    case "too_big":
      return `must be at most ${issue.maximum}`;
    case "invalid_union":
      return "fits none of the allowed forms";
    default:
      return issue.message || "is not valid";
  }
}

/**
 * One sentence for all issues of a failed parse.
 *
 * @example
 * const parsed = schema.safeParse(value, { reportInput: true });
 * if (!parsed.success) throw new Error(explainIssues(parsed.error.issues, "arguments"));
 */
export function explainIssues(issues: readonly Issue[], subject: string): string {
  return issues.map((issue) => `${where(issue) === "" ? subject : `"${where(issue)}"`} ${what(issue)}`).join("; ");
}

/**
 * The value, typed and with its defaults, or -32602 with words about what does not fit.
 *
 * @example
 * const { path } = parseParams(requests.readFile, params, "readFile");
 */
export function parseParams<S extends Schema>(schema: S, value: unknown, subject: string): Parsed<S> {
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  // Once more for the words: nearly every value fits, and is not made to pay for them.
  const { error } = z.safeParse(schema, value, { reportInput: true });
  throw new RpcError(
    errorCodes.invalidParams,
    `${subject}: ${explainIssues((error ?? parsed.error).issues, "params")}`,
  );
}
