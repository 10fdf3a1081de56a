import { expect, test } from "vitest";
import { shownName, visiblePieces, writtenOut } from "./invisible.js";

test("a name cannot turn round what follows it, break its line or be without end", () => {
  expect(shownName("a\u202eb\u0000c\ud800d\ne")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe");
  expect(shownName("x".repeat(1_000_000))).toHaveLength(301);
});

test("an ordinary name stays as it is", () => {
  for (const name of ["\u273b [Claude Code] a (b).ts (1) \u29c9", "Über 😀 [[it]] <b>.md"])
    expect(shownName(name)).toBe(name);
});

test("text that hides nothing is one piece, whatever its script", () => {
  for (const text of ["plain", 'if x:\n\treturn "é 漢字 😀"\n', "日本語", "שלום", "<b>&amp;</b>"])
    expect(visiblePieces(text, "block")).toEqual([{ text }]);
  expect(visiblePieces("", "block")).toEqual([]);
});

test("what would hide a part of a text, or turn it round, is written out", () => {
  // A carriage return ends a comment for Python, and not for the eye.
  expect(writtenOut("# harmless\rimport os")).toBe("# harmless<U+000D>import os");
  expect(writtenOut("a\u202eb\u2066c\u200bd\ufeffe\u2028f\u0000g")).toBe(
    "a<U+202E>b<U+2066>c<U+200B>d<U+FEFF>e<U+2028>f<U+0000>g",
  );
  expect(writtenOut("x\u{e0041}y\ufe0fz\u3164\u2800")).toBe("x<U+E0041>y<U+FE0F>z<U+3164><U+2800>");
  expect(writtenOut("half \ud800 a pair 😀")).toBe("half <U+D800> a pair 😀");
  expect(writtenOut("soft\u00adhyphen, joi\u200dner, word\u2060joiner, grapheme\u034fjoiner")).toBe(
    "soft<U+00AD>hyphen, joi<U+200D>ner, word<U+2060>joiner, grapheme<U+034F>joiner",
  );
});

test("tabs and line breaks are seen in a block and not in a line", () => {
  expect(writtenOut("a\tb\nc")).toBe("a\tb\nc");
  expect(visiblePieces("a\n", "line")).toEqual([{ text: "a" }, { text: "\n", sign: "U+000A" }]);
});
