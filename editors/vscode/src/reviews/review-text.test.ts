import fc from "fast-check";
import { expect, test } from "vitest";
import { oddTexts } from "../../../../test/odd-texts.js";
import { acceptHunk, hunkAt, hunksOf, type Replacement, rejectHunk, replacementFor } from "./review-text.js";

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

test("refusing a change of an emoji lost it: any hunk of any text is refused exactly", () => {
  fc.assert(
    fc.property(oddTexts({ loneHalves: true }), oddTexts({ loneHalves: true }), fc.nat(20), (old, young, pick) => {
      const hunks = hunksOf({ base: old, result: young });
      fc.pre(hunks.length > 0);
      const { result } = rejectHunk({ base: old, result: young }, pick % hunks.length);
      expect(replaced(young, replacementFor(young, result))).toBe(result);
    }),
    { numRuns: 2_000 },
  );
});

test("a replacement is as small as it can be, and makes the other text", () => {
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
