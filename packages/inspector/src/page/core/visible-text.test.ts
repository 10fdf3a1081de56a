import { expect, test } from "vitest";
import { visibleLine, visibleText } from "./visible-text.js";

const signsOf = (text: string, shape: "line" | "block") =>
  visibleText(text, shape)
    .filter((piece) => piece.isSymbol)
    .map((piece) => piece.text);

test("ordinary text in any script is one piece", () => {
  for (const text of ["plain", "Ünïcödé", "日本語", "שלום", "<b>&amp;</b>"])
    expect(visibleText(text, "line")).toEqual([{ text, isSymbol: false }]);
  expect(visibleText("", "line")).toEqual([]);
});

test("control, direction and zero-width characters become symbols", () => {
  expect(signsOf("a\u001b[31m\u202eb\u2066c\u200bd\u0000\u007f", "block")).toEqual([
    "␛",
    "U+202E",
    "U+2066",
    "U+200B",
    "␀",
    "U+007F",
  ]);
  expect(signsOf("half \ud800 a pair", "block")).toEqual(["U+D800"]);
  expect(signsOf("a pair 😀", "block")).toEqual([]);
});

test("keeps tabs and line breaks in a block, and shows symbols for them in a line", () => {
  expect(signsOf("a\tb\nc", "block")).toEqual([]);
  expect(signsOf("a\r\n", "block")).toEqual(["␍"]);
  expect(visibleLine("a\tb\r\nc")).toBe("a⇥b␍↵c");
});
