/** JSON-RPC as texts: valid, nearly valid, and nonsense. As texts, because a value can't have a key twice. */
import { requestMethods, toolNames } from "@tandem-ide/protocol";
import fc from "fast-check";

const quoted = (text: string) => JSON.stringify(text);

/** Values that have tripped parsers. */
const oddValue = fc.constantFrom(
  ...["null", "true", "[]", "{}", '""', "0", "-0", "1.5", "1e400", "-1e400", "1e-400", "9007199254740993"],
  ...['"\\ud800"', '"\\u0000"', '"__proto__"', '"constructor"', '{"__proto__":{"id":1}}', '{"toString":1}'],
  `"${"x".repeat(500)}"`,
  "1".repeat(400),
);

const deep = fc
  .tuple(fc.constantFrom(...[10, 100, 1000].flatMap((depth) => Array<number>(12).fill(depth)), 50_000), fc.boolean())
  .map(([depth, isObject]) =>
    isObject ? `${'{"a":'.repeat(depth)}1${"}".repeat(depth)}` : `${"[".repeat(depth)}${"]".repeat(depth)}`,
  );

const anyValue: fc.Arbitrary<string> = fc.oneof(
  { weight: 4, arbitrary: fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: oddValue },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 20 }).map(quoted) },
  { weight: 1, arbitrary: deep },
);

const id = fc.oneof(
  { weight: 10, arbitrary: fc.uuid().map(quoted) },
  { weight: 6, arbitrary: fc.integer().map(String) },
  { weight: 2, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)) },
  { weight: 4, arbitrary: anyValue },
);

const method = fc.oneof(
  {
    weight: 10,
    arbitrary: fc.constantFrom(
      ...["initialize", "initialized", "notifications/initialized", "ping", "tools/list", "tools/call", "tools/call"],
      ...["prompts/list", "resources/list", "ide_connected", "notifications/cancelled", "notifications/progress"],
      ...requestMethods,
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom("", "__proto__", "constructor", "toString", "hasOwnProperty", "rpc.x", "PING"),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 10 }) },
);

/** Members in any order, some duplicate, some missing. Of two with the same name, the last one counts. */
function objectText(members: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<string> {
  const named = Object.entries(members).map(([name, value]) => value.map((text) => `${quoted(name)}:${text}`));
  return fc
    .tuple(fc.tuple(...named), fc.array(fc.oneof(...named), { maxLength: 1 }), fc.nat(30), fc.nat(3))
    .map(([once, again, missing, turn]) => {
      const kept = once.filter((_, index) => index !== missing);
      return `{${[...kept.slice(turn), ...kept.slice(0, turn), ...(missing % 5 === 0 ? again : [])].join(",")}}`;
    });
}

/** The arguments of tools have a separate fuzzer, so a few are enough here. */
const toolParams = objectText({
  name: fc.oneof(fc.constantFrom(...toolNames).map(quoted), anyValue),
  arguments: fc.oneof(fc.constantFrom("{}", '{"filePath":"a.txt"}', '{"tab_name":"t"}', '{"code":"1"}'), anyValue),
  _meta: fc.oneof(fc.constant('{"progressToken":1}'), anyValue),
});

/** The connection's version, because it determines whether batches are allowed. */
export const versionWord = "THE-VERSION";

const params = fc.oneof(
  { weight: 4, arbitrary: toolParams },
  {
    weight: 2,
    arbitrary: fc.constant(
      `{"protocolVersion":"${versionWord}","capabilities":{},"clientInfo":{"name":"f","version":"1"}}`,
    ),
  },
  { weight: 1, arbitrary: id.map((text) => `{"requestId":${text}}`) },
  { weight: 1, arbitrary: fc.constantFrom('{"path":"a.txt"}', '{"pattern":"**"}', '{"pid":1}', "{}") },
  { weight: 3, arbitrary: anyValue },
);

const jsonrpc = fc.oneof({ weight: 20, arbitrary: fc.constant('"2.0"') }, { weight: 1, arbitrary: anyValue });

const request = objectText({ jsonrpc, id, method: method.map(quoted), params });
const notification = objectText({ jsonrpc, method: method.map(quoted), params });
const response = objectText({ jsonrpc, id, result: anyValue, error: anyValue });

const message = fc.oneof(
  { weight: 10, arbitrary: request },
  { weight: 2, arbitrary: notification },
  { weight: 1, arbitrary: response },
  { weight: 1, arbitrary: objectText({ jsonrpc, id, method: anyValue, params, extra: anyValue }) },
  { weight: 1, arbitrary: anyValue },
);

const batch = fc.array(message, { maxLength: 8 }).map((messages) => `[${messages.join(",")}]`);

/** Truncated, with something before or after it, or not JSON at all. */
const broken = fc.oneof(
  fc.tuple(message, fc.nat(200)).map(([text, end]) => text.slice(0, end)),
  fc.tuple(fc.constantFrom("\ufeff", " ", "\0", ",", "//", "NaN"), message).map(([before, text]) => before + text),
  fc.tuple(message, fc.constantFrom(" \n\t", ",", "}", "\0", "{}")).map(([text, after]) => text + after),
  fc.string({ unit: "grapheme" }),
);

export const frameText: fc.Arbitrary<string> = fc.oneof(
  { weight: 16, arbitrary: message },
  { weight: 2, arbitrary: batch },
  { weight: 2, arbitrary: broken },
);
