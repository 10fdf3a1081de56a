import { decideHunk, type HunkDecision, hunksOf, type ReviewState, startReview } from "@tandem-ide/base/review";
import fc from "fast-check";
import { expect, test } from "vitest";
import { oddTexts } from "../../../../test/odd-texts.js";
import {
  decidedAt,
  type ListedHunk,
  listHunks,
  type Replacement,
  replacementFor,
  undecidedAt,
  undecidedFrom,
} from "./review-hunks.js";

const base = "one\ntwo\nthree\nfour\nfive\n";
const result = "one\n2\nthree\nfour\nfive\nsix\n";

function listed(state: ReviewState): readonly ListedHunk[] {
  return listHunks(hunksOf(state), state);
}

/** The hunks of the review above, after these decisions. */
function after(...decisions: readonly HunkDecision[]): readonly ListedHunk[] {
  return listed(decisions.reduce((state, each, index) => decideHunk(state, index, each), startReview(base, result)));
}

test("lists hunks with the number of added and removed lines and a preview", () => {
  expect(after()).toMatchObject([
    { index: 0, added: 1, removed: 1, preview: "2" },
    { index: 1, added: 1, removed: 0, preview: "six" },
  ]);
  expect(listed(startReview(base, "one\nthree\nfour\nfive\n"))).toMatchObject([
    { added: 0, removed: 1, preview: "two" },
  ]);
});

test("lists decided hunks, also the lines of rejected ones", () => {
  expect(after("accepted", "rejected")).toMatchObject([
    { index: 0, decision: "accepted", added: 1, removed: 1, preview: "2" },
    { index: 1, decision: "rejected", added: 1, removed: 0, preview: "six" },
  ]);
});

test("finds the undecided hunk at a line, the next one below, or the last one", () => {
  const hunks = after();
  expect(undecidedAt(hunks, 1)?.index).toBe(0);
  expect(undecidedAt(hunks, 0)?.index).toBe(0);
  expect(undecidedAt(hunks, 3)?.index).toBe(1);
  expect(undecidedAt(hunks, 6)?.index).toBe(1);
  expect(undecidedAt([], 0)).toBeUndefined();
});

test("skips decided hunks", () => {
  expect(undecidedAt(after("accepted"), 1)?.index).toBe(1);
  expect(undecidedAt(after("undecided", "rejected"), 5)?.index).toBe(0);
  expect(undecidedAt(after("accepted", "rejected"), 1)).toBeUndefined();
});

test("only finds a decided hunk at the line", () => {
  const hunks = after("accepted");
  expect(decidedAt(hunks, 1)?.index).toBe(0);
  expect(decidedAt(hunks, 0)).toBeUndefined();
  expect(decidedAt(hunks, 5)).toBeUndefined();
});

test("finds the next and previous undecided hunk and wraps around", () => {
  expect(undecidedFrom(after(), 0, "next")?.index).toBe(0);
  expect(undecidedFrom(after(), 1, "next")?.index).toBe(1);
  expect(undecidedFrom(after(), 6, "next")?.index).toBe(0);
  expect(undecidedFrom(after(), 6, "previous")?.index).toBe(1);
  expect(undecidedFrom(after(), 1, "previous")?.index).toBe(1);
  expect(undecidedFrom(after("rejected"), 6, "next")?.index).toBe(1);
  expect(undecidedFrom(after("rejected", "accepted"), 0, "next")).toBeUndefined();
});

test("finds a hunk that only removes lines from the adjacent lines", () => {
  const hunks = listed(startReview("a\nb\nc\nd\ne\nf\n", "a\nc\nd\nE\nf\n"));
  expect(hunks.map(({ added }) => added)).toEqual([0, 1]);
  expect(undecidedAt(hunks, 0)?.index).toBe(0);
  expect(undecidedAt(hunks, 1)?.index).toBe(0);
  expect(undecidedAt(hunks, 2)?.index).toBe(1);
});

/** As VS Code replaces: by lines, and never from the middle of a surrogate pair. */
function replaced(text: string, replacement: Replacement | undefined): string {
  if (!replacement) return text;
  const lines = text.split("\n");
  const { start, end } = replacement.range;
  const isInside = (line: string, at: number) => /^[\ud800-\udbff][\udc00-\udfff]$/.test(line.slice(at - 1, at + 1));
  const [first = "", last = ""] = [lines[start.line], lines[end.line]];
  const from = start.character > 0 && isInside(first, start.character) ? start.character - 1 : start.character;
  const to = end.character > 0 && isInside(last, end.character) ? end.character + 1 : end.character;
  const middle = first.slice(0, from) + replacement.insert + last.slice(to);
  return [...lines.slice(0, start.line), middle, ...lines.slice(end.line + 1)].join("\n");
}

test("rejecting a hunk restores the text exactly, even within an emoji", () => {
  fc.assert(
    fc.property(
      oddTexts({ loneSurrogates: true }),
      oddTexts({ loneSurrogates: true }),
      fc.nat(20),
      (old, young, pick) => {
        const state = startReview(old, young);
        fc.pre(state.hunks.length > 0);
        const { result } = decideHunk(state, pick % state.hunks.length, "rejected");
        expect(replaced(young, replacementFor(young, result))).toBe(result);
      },
    ),
    { numRuns: 2_000 },
  );
});

test("a replacement is minimal and results in the other text", () => {
  for (const [before, after] of [
    ["aXa", "aXXa"],
    ["", "a"],
    ["a", ""],
    ["one\ntwo\n", "one\n2\n"],
    ["aaa", "aa"],
  ] as const) {
    expect(replaced(before, replacementFor(before, after))).toBe(after);
  }
  expect(replacementFor("same", "same")).toBeUndefined();
  expect(replacementFor("one\ntwo\n", "one\n2\n")).toEqual({
    range: { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } },
    insert: "2",
  });
});
