import { expect, test } from "vitest";
import { acceptHunk, hunkAt, hunksOf, rejectHunk, replacementFor } from "./review-text.js";

const base = "one\ntwo\nthree\nfour\nfive\n";
const result = "one\n2\nthree\nfour\nfive\nsix\n";

test("hunks are listed with how many lines come and go, and what the first is", () => {
  expect(hunksOf({ base, result })).toMatchObject([
    { index: 0, added: 1, removed: 1, preview: "2" },
    { index: 1, added: 1, removed: 0, preview: "six" },
  ]);
  expect(hunksOf({ base, result: "one\nthree\nfour\nfive\n" })).toMatchObject([
    { added: 0, removed: 1, preview: "two" },
  ]);
});

test("an accepted hunk is in both texts, and the others are left to decide", () => {
  const text = acceptHunk({ base, result }, 0);
  expect(text).toEqual({ base: "one\n2\nthree\nfour\nfive\n", result });
  expect(hunksOf(text)).toMatchObject([{ preview: "six" }]);
});

test("a refused hunk is in neither", () => {
  const text = rejectHunk({ base, result }, 0);
  expect(text).toEqual({ base, result: "one\ntwo\nthree\nfour\nfive\nsix\n" });
  expect(hunksOf(text)).toMatchObject([{ preview: "six" }]);
});

test("deciding all of them leaves nothing that differs, in any order", () => {
  const text = acceptHunk(rejectHunk({ base, result }, 1), 0);
  expect(text.base).toBe(text.result);
  expect(text.result).toBe("one\n2\nthree\nfour\nfive\n");
});

test("the hunk of a line is the one that it is in, else the next below, else the last", () => {
  const hunks = hunksOf({ base, result });
  expect(hunkAt(hunks, 1)?.index).toBe(0);
  expect(hunkAt(hunks, 0)?.index).toBe(0);
  expect(hunkAt(hunks, 3)?.index).toBe(1);
  expect(hunkAt(hunks, 6)?.index).toBe(1);
  expect(hunkAt([], 0)).toBeUndefined();
});

test("lines that only went are found from the lines beside them", () => {
  const hunks = hunksOf({ base: "a\nb\nc\nd\ne\nf\n", result: "a\nc\nd\nE\nf\n" });
  expect(hunks.map(({ added }) => added)).toEqual([0, 1]);
  expect(hunkAt(hunks, 0)?.index).toBe(0);
  expect(hunkAt(hunks, 1)?.index).toBe(0);
  expect(hunkAt(hunks, 2)?.index).toBe(1);
});

test("a replacement is as small as it can be, and makes the other text", () => {
  for (const [before, after] of [
    ["aXa", "aXXa"],
    ["", "a"],
    ["a", ""],
    ["one\ntwo\n", "one\n2\n"],
    ["aaa", "aa"],
  ] as const) {
    const found = replacementFor(before, after);
    expect(found).toBeDefined();
    if (found) expect(before.slice(0, found.start) + found.insert + before.slice(found.end)).toBe(after);
  }
  expect(replacementFor("same", "same")).toBeUndefined();
  expect(replacementFor("one\ntwo\n", "one\n2\n")).toEqual({ start: 4, end: 7, insert: "2" });
});
