/** Calls to every tool and workspace request, generated from their public schemas: valid, nearly valid, invalid. */
import { readFileSync } from "node:fs";
import { type RequestMethod, requestMethods, type ToolName, toolInputSchemas, toolNames } from "@tandem-ide/protocol";
import fc from "fast-check";

interface Property {
  readonly type: string;
}

interface InputSchema {
  readonly properties: Readonly<Record<string, Property>>;
  readonly required?: readonly string[];
}

function asSchema(value: unknown): InputSchema {
  return value as InputSchema; // Written by our generator and checked by a test of the package.
}

const requestSchemas: Record<string, unknown> = JSON.parse(
  readFileSync(new URL("../../../packages/protocol/schemas/workspace-request-params.json", import.meta.url), "utf8"),
);

/** A call, and whether its arguments fit the schema; undefined if a member is dropped in transit (`__proto__`). */
export interface Call {
  readonly kind: "tool" | "request";
  readonly name: ToolName | RequestMethod;
  readonly input: unknown;
  readonly fits: boolean | undefined;
}

/** Placeholders for the real paths of the test's folders, which can't depend on the seed. */
export const places = { folder: "<folder>", outside: "<outside>" };

/** Paths and texts that are special to a shell, an editor, a file system or a page. */
const specialText = fc.constantFrom(
  ...[
    "a.txt",
    "src/b.ts",
    "new/deep/file.txt",
    ".env",
    ".git/config",
    "link-out",
    "link-out/secret.txt",
    "loop",
    "pipe",
  ],
  ...[
    "../outside/secret.txt",
    "src/../../outside/secret.txt",
    "..\\outside\\secret.txt",
    "./a.txt",
    "a.txt/",
    "a.txt/x",
  ],
  ...[
    "%2e%2e/outside/secret.txt",
    "..%2foutside",
    "．．/outside",
    "~",
    "~root",
    "$HOME",
    "a\0b",
    "",
    " ",
    ".",
    "/",
    "//",
  ],
  ...[
    `${places.folder}/a.txt`,
    `${places.outside}/secret.txt`,
    `file://${places.outside}/secret.txt`,
    "file:///",
    "file://x/y",
  ],
  ...["/dev/zero", "/dev/tty", "/proc/self/mem", "/proc/self/environ", "CON", "NUL.txt", "C:\\Windows", "\\\\x\\y"],
  ...[
    "+!sh",
    "| x",
    "`id`",
    "-c",
    "%sh",
    "\u001b]0;x\u0007",
    "\u202Etxt.a",
    "<img src=x onerror=x>",
    "a\r\nb",
    "\ud800",
  ],
  ...[
    "x".repeat(300),
    `${"d/".repeat(20)}f`,
    `${"e/".repeat(20_000)}f`,
    "😀".repeat(100),
    "**/*",
    "{a,b}{c,d}{e,f}",
    "[",
    "[!",
    "*".repeat(200),
  ],
);

const text = fc.oneof(
  { weight: 4, arbitrary: specialText },
  // With few characters, or the workspace would fill up with files with these names.
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom("a", "é", ".", "/", "\\", "\0", "\u202E"), maxLength: 3 }),
  },
);

function valuesOf({ type }: Property): fc.Arbitrary<unknown> {
  if (type === "string") return text;
  if (type === "boolean") return fc.boolean();
  return fc.oneof(fc.integer({ min: 1, max: 200 }), fc.constant(Number.MAX_SAFE_INTEGER));
}

function isOfType(value: unknown, { type }: Property): boolean {
  if (type === "integer") return typeof value === "number" && Number.isSafeInteger(value) && value > 0;
  return typeof value === type;
}

/** Valid according to the schema: members of the right type, none missing and none extra. */
function fits(input: unknown, { properties, required = [] }: InputSchema): boolean {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return false;
  return (
    required.every((name) => Object.hasOwn(input, name)) &&
    Object.entries(input).every(([name, value]) => {
      const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
      return property !== undefined && isOfType(value, property);
    })
  );
}

function validInput({ properties, required = [] }: InputSchema): fc.Arbitrary<Record<string, unknown>> {
  const model = Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, valuesOf(property)]));
  return fc.record(model, { requiredKeys: [...required] });
}

const oddValue = fc.constantFrom<unknown>(null, 0, -1, 1.5, 1e308, true, "", [], {}, ["a.txt"], { toString: 1 });
const oddName = fc.constantFrom("extra", "__proto__", "constructor", "FilePath", "tabName", "path ");

/** One member is wrong, missing or unknown. */
function nearlyValidInput(schema: InputSchema): fc.Arbitrary<unknown> {
  const names = Object.keys(schema.properties);
  return fc
    .tuple(validInput(schema), fc.constantFrom("extra", ...names), oddName, oddValue, fc.boolean())
    .map(([input, name, extra, value, isMissing]) => {
      const { [name]: _gone, ...rest } = input;
      if (isMissing) return rest;
      // Parsed, so that "__proto__" is a member like any other, as it is on the wire.
      return JSON.parse(
        `{${[...Object.entries(rest), [name === "extra" ? extra : name, value]].map(([key, each]) => `${JSON.stringify(key)}:${JSON.stringify(each)}`).join(",")}}`,
      );
    });
}

function inputOf(schema: InputSchema): fc.Arbitrary<{ input: unknown; fits: boolean | undefined }> {
  const arrays = fc.array(fc.jsonValue({ maxDepth: 1 }), { maxLength: 3 });
  return fc
    .oneof(
      { weight: 6, arbitrary: validInput(schema) },
      { weight: 3, arbitrary: nearlyValidInput(schema) },
      {
        weight: 1,
        arbitrary: fc.oneof(arrays, fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 3 })),
      },
    )
    .map((input) => {
      const sent: unknown = JSON.parse(JSON.stringify(input));
      return { input, fits: Object.hasOwn(Object(sent), "__proto__") ? undefined : fits(sent, schema) };
    });
}

const toolCall: fc.Arbitrary<Call> = fc
  .constantFrom(...toolNames)
  .chain((name) => inputOf(asSchema(toolInputSchemas[name])).map((each) => ({ kind: "tool", name, ...each })));

const workspaceRequest: fc.Arbitrary<Call> = fc
  .constantFrom(...requestMethods)
  .chain((name) => inputOf(asSchema(requestSchemas[name])).map((each) => ({ kind: "request", name, ...each })));

/** `openFile` on files outside, with texts to select there. The schema alone generates these too rarely. */
const outsideSelection: fc.Arbitrary<Call> = fc
  .record(
    {
      filePath: fc.constantFrom(
        `${places.outside}/secret.txt`,
        "link-out/secret.txt",
        `${places.folder}/link-out/secret.txt`,
      ),
      startLine: fc.constantFrom(1, 2, 200),
      endLine: fc.constantFrom(200, Number.MAX_SAFE_INTEGER),
      startText: fc.constantFrom("C", "CANARY-", "\n", "\ud800"),
      endText: fc.constantFrom("a", "3a", "\ud83d"),
      selectToEndOfLine: fc.boolean(),
      makeFrontmost: fc.boolean(),
    },
    { requiredKeys: ["filePath"] },
  )
  .map(({ startLine, endLine, startText, endText, ...rest }) => {
    const byText = { ...rest, startText, endText };
    const input =
      startText === undefined ? { ...rest, startLine, ...(startLine !== undefined && { endLine }) } : byText;
    return { kind: "tool", name: "openFile", input, fits: true };
  });

export const hostileCall: fc.Arbitrary<Call> = fc.oneof(
  { weight: 5, arbitrary: toolCall },
  { weight: 5, arbitrary: workspaceRequest },
  { weight: 1, arbitrary: outsideSelection },
);
