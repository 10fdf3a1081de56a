import { expect, test } from "vitest";
import { type LineChange, movedComments, movedLine } from "./moved-lines.js";

const change = (start: number, end: number, text: string): LineChange => ({
  range: { start: { line: start }, end: { line: end } },
  text,
});

test.each([
  ["text before it grows", 5, [change(1, 1, "a\r\nb\r\n")], 7],
  ["lines before it are removed", 5, [change(1, 3, "")], 3],
  ["text after it changes", 5, [change(6, 8, "a\n")], 5],
  ["its own line changes", 5, [change(5, 5, "typed")], 5],
  ["it is removed with lines around it", 5, [change(3, 8, "x")], 3],
  ["two places before it change at once", 9, [change(5, 5, "a\n"), change(1, 2, "")], 9],
])("a comment stays at its line when %s", (_title, line, changes, expected) => {
  expect(movedLine(line, changes)).toBe(expected);
});

test("a comment moved to the line of the next one and replaced it", () => {
  const comments = [
    { line: 3, text: "Why?" },
    { line: 4, text: "Here too." },
  ];
  expect(movedComments(comments, [change(0, 0, "new\n")])).toEqual([
    { line: 4, text: "Why?" },
    { line: 5, text: "Here too." },
  ]);
  expect(movedComments(comments, [change(2, 5, "")])).toEqual([{ line: 2, text: "Why? Here too." }]);
});
