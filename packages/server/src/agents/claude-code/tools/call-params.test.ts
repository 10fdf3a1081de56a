import { callToolParamsSchema } from "@tandem-ide/protocol";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCall } from "./call-params.js";

const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(undefined, Number.POSITIVE_INFINITY, Number.NaN));
const nearly = fc.record(
  {
    name: fc.oneof(fc.string(), odd),
    arguments: fc.oneof(fc.dictionary(fc.string(), odd), odd),
    _meta: fc.oneof(fc.record({ progressToken: fc.oneof(fc.integer(), fc.string(), odd) }, { requiredKeys: [] }), odd),
    other: odd,
  },
  { requiredKeys: [] },
);

/** The schema drops this name. Without the schema it is an argument like any other, which no tool has. */
function withoutProto(given: Record<string, unknown> | undefined) {
  return given && Object.fromEntries(Object.entries(given).filter(([name]) => name !== "__proto__"));
}

test("the check without the schema accepts the same calls as the schema", () => {
  fc.assert(
    fc.property(fc.oneof(nearly, odd), (params) => {
      const bySchema = callToolParamsSchema.safeParse(params);
      if (!bySchema.success) expect(() => parseCall(params)).toThrow(/^tools\/call: /);
      else {
        const { name, arguments: given, _meta: meta } = parseCall(params);
        expect({ name, given: withoutProto(given), token: meta?.progressToken }).toEqual({
          name: bySchema.data.name,
          given: bySchema.data.arguments,
          token: bySchema.data._meta?.progressToken,
        });
      }
    }),
    { numRuns: 2000, examples: [[{ name: "x", arguments: JSON.parse('{"__proto__": 1, "a": 2}') }]] },
  );
});
