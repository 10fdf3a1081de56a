import { expect, test } from "vitest";
import { indentUnitOf } from "./indentation.js";

test("a file is indented as it is already", () => {
  expect(indentUnitOf("a {\n\tb\n\t\tc\n}")).toBe("\t");
  expect(indentUnitOf("def a():\n    b\n    if c:\n        d\n")).toBe("    ");
  expect(indentUnitOf("a {\n  b {\n    c\n  }\n}\n")).toBe("  ");
});

test("without any indentation it is two spaces", () => {
  expect(indentUnitOf("a\nb\n")).toBe("  ");
});

test("the stars of a comment are not indentation", () => {
  expect(indentUnitOf("/**\n * a\n * b\n */\nfunction f() {\n    return 1;\n}\n")).toBe("    ");
});
