import { expect, test } from "vitest";
import { indentUnitOf } from "./indentation.js";

test("detects a file's indentation", () => {
  expect(indentUnitOf("a {\n\tb\n\t\tc\n}")).toBe("\t");
  expect(indentUnitOf("def a():\n    b\n    if c:\n        d\n")).toBe("    ");
  expect(indentUnitOf("a {\n  b {\n    c\n  }\n}\n")).toBe("  ");
});

test("defaults to two spaces", () => {
  expect(indentUnitOf("a\nb\n")).toBe("  ");
});

test("ignores the stars of a block comment", () => {
  expect(indentUnitOf("/**\n * a\n * b\n */\nfunction f() {\n    return 1;\n}\n")).toBe("    ");
});
