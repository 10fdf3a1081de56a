import { expect, test } from "vitest";
import { displayName, escapeInvisible, visiblePieces } from "./invisible.js";

test("displayName removes direction marks and line breaks, and limits the length", () => {
  expect(displayName("a\u202eb\u0000c\ud800d\ne")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe");
  expect(displayName("x".repeat(1_000_000))).toHaveLength(301);
});

test("displayName keeps an ordinary name", () => {
  for (const name of ["\u273b [Claude Code] a (b).ts (1) \u29c9", "Über 😀 [[it]] <b>.md"])
    expect(displayName(name)).toBe(name);
});

test("text without invisible characters is one piece in any script", () => {
  for (const text of ["plain", 'if x:\n\treturn "é 漢字 😀"\n', "日本語", "שלום", "<b>&amp;</b>"])
    expect(visiblePieces(text, "block")).toEqual([{ text }]);
  expect(visiblePieces("", "block")).toEqual([]);
});

test("invisible characters are written out", () => {
  // A carriage return ends a comment for Python, but not visibly.
  expect(escapeInvisible("# harmless\rimport os")).toBe("# harmless<U+000D>import os");
  expect(escapeInvisible("a\u202eb\u2066c\u200bd\ufeffe\u2028f\u0000g")).toBe(
    "a<U+202E>b<U+2066>c<U+200B>d<U+FEFF>e<U+2028>f<U+0000>g",
  );
  expect(escapeInvisible("x\u{e0041}y\ufe0fz\u3164\u2800")).toBe("x<U+E0041>y<U+FE0F>z<U+3164><U+2800>");
  expect(escapeInvisible("half \ud800 a pair 😀")).toBe("half <U+D800> a pair 😀");
  expect(escapeInvisible("soft\u00adhyphen, joi\u200dner, word\u2060joiner, grapheme\u034fjoiner")).toBe(
    "soft<U+00AD>hyphen, joi<U+200D>ner, word<U+2060>joiner, grapheme<U+034F>joiner",
  );
});

test("tabs and line breaks are visible in a block, but not in a line", () => {
  expect(escapeInvisible("a\tb\nc")).toBe("a\tb\nc");
  expect(visiblePieces("a\n", "line")).toEqual([{ text: "a" }, { text: "\n", symbol: "U+000A" }]);
});
