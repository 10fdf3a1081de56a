/** Arguments are parsed once, at the door; behind it everything is typed. */
import { type Parsed, parseParams, type Schema } from "@tandem/protocol";

/** `run` with its raw input parsed first; what does not fit is -32602 with words about `subject`. */
export function parsing<S extends Schema, C, R>(
  subject: string,
  schema: S,
  run: (input: Parsed<S>, context: C) => R,
): (raw: unknown, context: C) => R {
  return (raw, context) => run(parseParams(schema, raw, subject), context);
}
