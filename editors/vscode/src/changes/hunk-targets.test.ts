import { splitHunks } from "@tandem-ide/base/text";
import { expect, test } from "vitest";
import { hunksInChange, hunksInSelection } from "./hunk-targets.js";

const before = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";

function change(after: string, from = before) {
  return { before: from, after, hunks: splitHunks(from, after).map((hunk) => ({ ...hunk, hasUserEdits: false })) };
}

/** A changed line, a removed one, an inserted one. */
const three = change("one\n2\nthree\nfive\nsix\nnew\nseven\n");
const lines = (start: number, end = start + 1) => ({ start, end });

test("VS Code's changes are the hunks with the same lines", () => {
  const ranges = [
    [2, 2],
    [4, 4],
    [6, 0],
  ] as const;
  for (const [index, [start, end]] of ranges.entries())
    expect(hunksInChange(three, { originalStartLineNumber: start, originalEndLineNumber: end })).toEqual([index]);
});

test("a VS Code change that joins hunks matches all of them, and one elsewhere matches none", () => {
  expect(hunksInChange(three, { originalStartLineNumber: 2, originalEndLineNumber: 4 })).toEqual([0, 1]);
  expect(hunksInChange(three, { originalStartLineNumber: 1, originalEndLineNumber: 1 })).toEqual([]);
  expect(hunksInChange(three, { originalStartLineNumber: 8, originalEndLineNumber: 0 })).toEqual([]);
});

test("finds an inserted or removed line that VS Code sees beside another equal line", () => {
  const [few, many] = ["a\n\n\nb\nc\n", "a\n\n\n\nb\nc\nd\n"];
  for (const start of [1, 2, 3]) {
    const inserted = change(many, few);
    expect(hunksInChange(inserted, { originalStartLineNumber: start, originalEndLineNumber: 0 })).toEqual([0]);
    const removed = change(few, many);
    expect(hunksInChange(removed, { originalStartLineNumber: start + 1, originalEndLineNumber: start + 1 })).toEqual([
      0,
    ]);
  }
});

test("the cursor is in a hunk, at removed lines or beside all hunks", () => {
  const at = (line: number) => hunksInSelection(three, "after", three.after, lines(line));
  expect([0, 1, 2, 3, 4, 5, 6].map(at)).toEqual([[], [0], [], [1], [], [2], []]);
  const removedLast = change("one\ntwo\nthree\nfour\nfive\nsix");
  expect(hunksInSelection(removedLast, "after", removedLast.after, lines(5))).toEqual([0]);
});

test("a selection includes all hunks in it, and the left side counts old lines", () => {
  expect(hunksInSelection(three, "after", three.after, lines(0, 4))).toEqual([0, 1]);
  expect(hunksInSelection(three, "before", before, lines(3))).toEqual([1]);
  expect(hunksInSelection(three, "before", before, lines(2))).toEqual([]);
});

test("unsaved text above a hunk moves it, and unsaved text elsewhere isn't a hunk", () => {
  const typed = `typed\n${three.after}`;
  expect(hunksInSelection(three, "after", typed, lines(2))).toEqual([0]);
  expect(hunksInSelection(three, "after", typed, lines(6))).toEqual([2]);
  expect(hunksInSelection(three, "after", typed, lines(0))).toEqual([]);
});

test("a created file is one hunk", () => {
  const created = change("one\ntwo\n", "");
  expect(hunksInSelection(created, "after", created.after, lines(1))).toEqual([0]);
  expect(hunksInChange(created, { originalStartLineNumber: 1, originalEndLineNumber: 1 })).toEqual([0]);
});
