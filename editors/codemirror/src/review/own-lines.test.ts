import { decideHunk, editResult, startReview } from "@tandem-ide/base/review";
import { expect, test } from "vitest";
import { ownLinesOf } from "./own-lines.js";

const review = startReview("one\ntwo\nthree\nfour\n", "one\nTWO\nnew\nthree\nfour\n");
const own = (text: string) => editResult(review, text).hunks.map(ownLinesOf);

test("a proposal has no lines of the user", () => {
  expect(review.hunks.map(ownLinesOf)).toEqual([[]]);
  expect(decideHunk(review, 0, "accepted").hunks.map(ownLinesOf)).toEqual([[]]);
});

test("only the lines that the user typed are theirs", () => {
  expect(own("one\nTWO\nmine\nthree\nfour\n")).toEqual([[{ start: 1, end: 2 }]]);
  expect(own("one\nmine\nTWO\nnew\nalso mine\nthree\nfour\n")).toEqual([
    [
      { start: 0, end: 1 },
      { start: 3, end: 4 },
    ],
  ]);
  expect(own("one\nTWO\nnew\nthree\nfour\nmine\n")).toEqual([[], [{ start: 0, end: 1 }]]);
});

test("removing a proposed line marks no other line", () => {
  expect(own("one\nTWO\nthree\nfour\n").flat()).toEqual([]);
});
