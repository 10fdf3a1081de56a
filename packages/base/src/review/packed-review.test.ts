import fc from "fast-check";
import { expect, test } from "vitest";
import { packReview, unpackReview } from "./packed-review.js";
import { decideHunk, editResult, type HunkDecision, hunksOf, type ReviewState, startReview } from "./review-model.js";

const text = fc.array(fc.constantFrom("", "a", "b", "c", "d"), { maxLength: 12 }).map((lines) => lines.join("\n"));
const decided = fc.tuple(fc.nat(20), fc.constantFrom<HunkDecision>("accepted", "rejected", "undecided"));

function step(review: ReviewState, each: readonly [number, HunkDecision] | string): ReviewState {
  if (typeof each === "string") return editResult(review, each);
  return decideHunk(review, each[0] % Math.max(review.hunks.length, 1), each[1]);
}

test("unpacking restores any edits and decisions, even after a trip through JSON", () => {
  fc.assert(
    fc.property(text, text, fc.array(fc.oneof(decided, text), { maxLength: 6 }), (old, now, steps) => {
      const review = steps.reduce(step, startReview(old, now));
      expect(unpackReview(old, now, JSON.parse(JSON.stringify(packReview(review))))).toEqual(review);
    }),
    { numRuns: 2000 },
  );
});

test("an untouched review is packed without lines", () => {
  expect(packReview(startReview("a\nb\nc", "a\nB\nc"))).toEqual({
    hunks: [{ oldStart: 1, oldEnd: 2, count: 1, isAccepted: false }],
  });
});

test("rejects hunks that don't turn the base into the result", () => {
  const hunk = { oldStart: 1, oldEnd: 2, count: 1, isAccepted: false };
  const unpack = (hunks: readonly (typeof hunk)[], result?: string) =>
    unpackReview("a\nb\nc", "a\nB\nc", { hunks, result });
  expect(unpack([hunk])).toBeDefined();
  expect(unpack([])).toBeUndefined();
  expect(unpack([{ ...hunk, count: 2 }])).toBeUndefined();
  expect(unpack([{ ...hunk, count: 1e9 }])).toBeUndefined();
  expect(unpack([{ ...hunk, oldStart: 2, oldEnd: 1 }])).toBeUndefined();
  expect(unpack([{ ...hunk, oldEnd: 9 }])).toBeUndefined();
  expect(unpack([hunk, hunk])).toBeUndefined();
  expect(unpack([hunk], "x\nB\nc")).toBeUndefined();
});

test("hunks of texts that were not compared completely stay marked when decided, edited and packed", () => {
  const lines = (name: string) => Array.from({ length: 5_000 }, (_, line) => `${name} ${line}`).join("\n");
  const [base, proposed] = [lines("old"), lines("new")];
  const isMarked = ({ hunks }: ReviewState) => hunks.map(({ isCoarse }) => isCoarse);
  const started = startReview(base, proposed);
  expect(isMarked(started)).toEqual([true]);
  const edited = editResult(decideHunk(started, 0, "accepted"), `${proposed}\nmore`);
  expect(isMarked(edited)).toEqual([true]);
  expect(hunksOf(edited).map(({ isCoarse }) => isCoarse)).toEqual([true]);
  const received = unpackReview(base, proposed, JSON.parse(JSON.stringify(packReview(edited))));
  expect(received && isMarked(received)).toEqual([true]);
  expect(isMarked(startReview("a\nb", "a\nc"))).toEqual([undefined]);
});
