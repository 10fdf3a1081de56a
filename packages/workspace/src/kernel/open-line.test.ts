import { expect, test } from "vitest";
import { OpenLine } from "./open-line.js";

/** What a screen shows after these writes. */
function shown(...writes: string[]): string {
  const line = new OpenLine();
  return writes.map((text) => line.write(text)).join("") + line.text;
}

test.each([
  ["plain text", ["a\nb", "c\n"], "a\nbc\n"],
  ["a progress bar", ["10 %", "\r50 %", "\r100 %", "\ndone\n"], "100 %\ndone\n"],
  ["a shorter text over a longer one", ["abcdef\rxy"], "xycdef"],
  ["line ends of Windows", ["a\r\nb\r\n"], "a\nb\n"],
  ["a line end of Windows in two writes", ["a\r", "\nb"], "a\nb"],
  ["a backspace", ["abc\b\bX"], "aXc"],
  ["more backspaces than there is text", ["a\b\b\bb"], "b"],
  ["colours on an overwritten line", ["\u001b[31m10 %\u001b[0m", "\r\u001b[32mok\u001b[0m"], "\u001b[32mok\u001b[0m"],
  ["a return that nothing follows", ["abc\r"], "abc"],
])("%s", (_what, writes, expected) => {
  expect(shown(...writes)).toBe(expected);
});

test("a line without an end is passed on in parts, so that it does not grow for ever", () => {
  const line = new OpenLine();
  let passedOn = 0;
  for (let count = 0; count < 100; count++) passedOn += line.write("x".repeat(10_000)).length;
  expect(passedOn + line.text.length).toBe(1_000_000);
  expect(line.text.length).toBeLessThanOrEqual(100_000);
});
