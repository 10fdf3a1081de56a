import { describe, expect, test } from "vitest";
import { partsOf, without } from "./message-parts.js";

const textsOf = (message: string) =>
  partsOf(message)
    .map(({ text }) => text)
    .sort();

describe("the parts of a message that may come from a file", () => {
  test.each([
    [`Type '"zz"' is not assignable to type '"sk-live 42"'.`, ["sk-live 42", "zz"]],
    ["Property 'foo' does not exist on type 'Promise<{ apiKey: string; }>'.", ["apiKey", "foo"]],
    ["Cannot find name 'secretly'. Did you mean 'secrets'?", ["secretly", "secrets"]],
    [
      "Type '{}' is missing the following properties from type 'Config': password, portNumber",
      ["Config", "password", "portNumber"],
    ],
    [`"Literal['hunter2 x']" is not assignable to "int"`, ["hunter2 x"]],
    ['cannot use key (constant "correct horse" of type string) as int value', ["correct horse"]],
    ["cannot use key (untyped int constant 424242) as string value", ["424242"]],
    ["expected `i32`, found `&Secret`", ["Secret", "i32"]],
    ["static assertion failed due to requirement ‘pin == 1’: evaluates to ‘9876 == 1’", ["9876", "pin"]],
    // A client can define a type to put quotation marks around the text that it wants to get.
    [`Type '0' is not assignable to type '"x' hunter2 y"'.`, [`"x' hunter2 y"`]],
    [`Type '0' is not assignable to type '"x' hunter2 'y"'.`, [`"x' hunter2 'y"`]],
    [`Type '0' is not assignable to type '"x\\"' hunter2 '\\"y"'.`, [`"x\\"' hunter2 '\\"y"`]],
    ["Type '0' is not assignable to type '`x' hunter2 {y}`'.", ["`x' hunter2 {y}`"]],
    ["cannot use key (untyped int constant 0xdeadbeef) as string value", ["0xdeadbeef"]],
    ["The value can't be used here, and that isn't allowed", []],
    ["Expected 2 arguments, but got 1.", []],
    ["Type 'string' is not assignable to type 'number'.", []],
    ["It's what 'user's name' says", ["name", "user"]],
  ])("%s", (message, parts) => {
    expect(textsOf(message)).toEqual([...parts].sort());
  });

  test("have positions and can be removed separately", () => {
    const message = `Type '"zz"' is not assignable to type '"sk-live 42"'.`;
    const parts = partsOf(message);
    for (const { start, end, text } of parts) expect(message.slice(start, end)).toBe(text);
    expect(
      without(
        message,
        parts.filter(({ text }) => text !== "zz"),
      ),
    ).toBe(`Type '"zz"' is not assignable to type '"…"'.`);
  });

  test("handles a malicious message quickly", () => {
    for (const piece of ["'", `'"`, "'a", `": `, "‘x’: ", "9.9_"])
      expect(partsOf(piece.repeat(20_000)).length).toBeGreaterThanOrEqual(0);
  });
});
