/** Arguments are parsed once, at the door; behind it everything is typed. */
import { type Parsed, parseParams, type Schema } from "@tandem/protocol";

/**
 * `run` in two steps: the raw input is parsed at once, and what does not fit is -32602 with words about `subject`; the
 * second step runs with what was parsed. So whatever else was sent along need not be kept while it runs or waits for it.
 */
export function parsing<S extends Schema, C, R>(
  subject: string,
  schema: S,
  run: (input: Parsed<S>, context: C) => R,
): (raw: unknown) => (context: C) => R {
  return (raw) => {
    const input = parseParams(schema, raw, subject);
    return (context) => run(input, context);
  };
}
