import { expect, test } from "vitest";
import { displayCode } from "./code-display.js";

test("replaces every control, format, separator and ignorable character", () => {
  const pattern = /(?![\t\n ])[\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
  const codes = Array.from({ length: 0x110000 }, (_, code) => code).filter(
    (code) => (code < 0xd800 || code > 0xdfff) && pattern.test(String.fromCodePoint(code)),
  );
  expect(codes.length).toBeGreaterThan(4000);
  const name = (code: number) => `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  expect(codes.filter((code) => displayCode(String.fromCodePoint(code)).lines[0] !== name(code))).toEqual([]);
});

test("replaces lone surrogates, and keeps visible text", () => {
  expect(displayCode("a = 1 # é 漢字 😀\ttab\n\ud800\n")).toEqual({
    lines: ["a = 1 # é 漢字 😀\ttab", "<U+D800>"],
    signs: [{ row: 1, from: 0, to: 8 }],
  });
});

test("counts positions in bytes", () => {
  expect(displayCode("é\u202e漢\u200b").signs).toEqual([
    { row: 0, from: 2, to: 10 },
    { row: 0, from: 13, to: 21 },
  ]);
});
