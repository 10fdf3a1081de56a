import { expect, test } from "vitest";
import { comparisonOfChange, hunkNote } from "./change-comparison.js";

function noteOf(before: string, after: string, lines: readonly [number, number, number, number], hasUserEdits = false) {
  const [oldStart, oldEnd, newStart, newEnd] = lines;
  const hunk = { oldStart, oldEnd, newStart, newEnd, hasUserEdits };
  return hunkNote(comparisonOfChange({ before, after, hunks: [hunk] }), hunk);
}

test("a hunk has a note if the user edited its lines, or if its lines look the same", () => {
  expect(noteOf("a\nb\n", "a\nB\n", [1, 2, 1, 2])).toBeUndefined();
  expect(noteOf("a\n", "a\nb\n", [1, 1, 1, 2])).toBeUndefined();
  expect(noteOf("a\nb\n", "a\nB\n", [1, 2, 1, 2], true)).toBe("You edited these lines too");
  expect(noteOf("a\nb\n", "a\nb\n", [0, 2, 0, 2])).toMatch(/^Only line endings/);
  expect(noteOf("a\nb\n", "a\nB\nc\n", [0, 2, 0, 3])).toMatch(/^Some of these lines/);
});
