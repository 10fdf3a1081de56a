import { expect, test } from "vitest";
import { visibleCode } from "./visible-code.js";

const shown = (code: string) =>
  visibleCode(code)
    .map(({ text, isSign }) => (isSign ? `<${text}>` : text))
    .join("");

test("code that hides nothing is shown as it is", () => {
  const code = 'if x:\n\treturn "é 漢字 😀"\n';
  expect(visibleCode(code)).toEqual([{ text: code, isSign: false }]);
  expect(visibleCode("")).toEqual([]);
});

test("what would hide a part of the code, or turn it round, is written out", () => {
  // A carriage return ends a comment for Python, and not for the eye.
  expect(shown("# harmless\rimport os")).toBe("# harmless<U+000D>import os");
  expect(shown("a\u202eb\u2066c\u200bd\ufeffe\u2028f\u0000g")).toBe(
    "a<U+202E>b<U+2066>c<U+200B>d<U+FEFF>e<U+2028>f<U+0000>g",
  );
  expect(shown("x\u{e0041}y\ufe0fz\u3164")).toBe("x<U+E0041>y<U+FE0F>z<U+3164>");
});
