import { expect, test } from "vitest";
import { visible, visibleLine, visibleName } from "./visible.js";

test("makes control characters visible", () => {
  expect(visible("a\u001b[2Jb\r\u0007")).toBe("a^[[2Jb^M^G");
  expect(visible("\u009b31m")).toBe("<U+009B>31m");
});

test("makes bidirectional overrides visible (CVE-2021-42574)", () => {
  expect(visible("if (isAdmin\u202e)")).toBe("if (isAdmin<U+202E>)");
});

test("makes zero-width characters visible, as the page does", () => {
  expect(visible("print('a\u200bb')\u2060\ufeff\u{e0041}\u3164")).toBe(
    "print('a<U+200B>b')<U+2060><U+FEFF><U+E0041><U+3164>",
  );
});

test("leaves tabs, line breaks and all scripts unchanged", () => {
  expect(visible("\ta\nb é 漢 🚲 עברית")).toBe("\ta\nb é 漢 🚲 עברית");
});

test("limits the length of a line", () => {
  expect(visibleLine(" a\n\tb ")).toBe("a b");
  expect(visibleLine("abcdef", 4)).toBe("abc…");
});

test("a line break in a name doesn't start a new line", () => {
  expect(visibleName("a\nClaude Code connected.\tb\u001b")).toBe("a^JClaude Code connected.^Ib^[");
});
