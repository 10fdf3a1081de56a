import { expect, test } from "vitest";
import { OpenLine } from "./open-line.js";

/** Returns what a terminal shows after these writes. */
function shown(...writes: string[]): string {
  const line = new OpenLine();
  return writes.map((text) => line.write(text)).join("") + line.text;
}

test.each([
  ["plain text", ["a\nb", "c\n"], "a\nbc\n"],
  ["a progress bar", ["10 %", "\r50 %", "\r100 %", "\ndone\n"], "100 %\ndone\n"],
  ["a shorter text over a longer one", ["abcdef\rxy"], "xycdef"],
  ["Windows line endings", ["a\r\nb\r\n"], "a\nb\n"],
  ["a Windows line ending split across two writes", ["a\r", "\nb"], "a\nb"],
  ["a backspace", ["abc\b\bX"], "aXc"],
  ["more backspaces than there is text", ["a\b\b\bb"], "b"],
  ["colours on an overwritten line", ["\u001b[31m10 %\u001b[0m", "\r\u001b[32mok\u001b[0m"], "\u001b[32mok\u001b[0m"],
  ["a carriage return at the end", ["abc\r"], "abc"],
])("%s", (_what, writes, expected) => {
  expect(shown(...writes)).toBe(expected);
});

test("returns a very long line in parts", () => {
  const line = new OpenLine();
  let returnedLength = 0;
  for (let count = 0; count < 100; count++) returnedLength += line.write("x".repeat(10_000)).length;
  expect(returnedLength + line.text.length).toBe(1_000_000);
  expect(line.text.length).toBeLessThanOrEqual(100_000);
});
