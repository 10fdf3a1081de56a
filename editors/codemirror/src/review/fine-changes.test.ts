import { startReview } from "@tandem-ide/base/review";
import { expect, test } from "vitest";
import { exactDoc } from "../exact-text.js";
import { comparisonFor } from "./comparison.js";
import { fineChangesOf } from "./fine-changes.js";

function changesBetween(before: string, after: string) {
  const comparison = comparisonFor(startReview(before, after), exactDoc(before), exactDoc(after));
  return comparison.hunks.map((hunk) => fineChangesOf(comparison, hunk));
}

test("marks the changed characters in a line", () => {
  expect(changesBetween("one two", "one three")).toEqual([[{ fromBase: 4, toBase: 7, fromResult: 4, toResult: 9 }]]);
});

test("a split surrogate pair does not crash the drawing: the line has no marks", () => {
  expect(changesBetween("😀", "\ud83d \ude00")).toEqual([[]]);
});

test("surrogate pairs around a change do not hide it", () => {
  for (const space of ["", "x"]) {
    const [before, after] = [
      `${space}${"😀".repeat(30)}a${"😀".repeat(30)}${space}`,
      `${space}${"😀".repeat(30)}b${"😀".repeat(30)}${space}`,
    ];
    const at = 60 + space.length;
    expect(changesBetween(before, after)).toEqual([
      [{ fromBase: at, toBase: at + 1, fromResult: at, toResult: at + 1 }],
    ]);
  }
});
