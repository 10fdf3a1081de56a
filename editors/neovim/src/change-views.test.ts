import { splitHunks } from "@tandem-ide/base/text";
import type { OpenChange } from "@tandem-ide/changes/model";
import { expect, test } from "vitest";
import { changeMarks, shownChange } from "./change-views.js";

function change(before: string, after: string): OpenChange {
  const hunks = splitHunks(before, after).map((hunk, index) => ({ ...hunk, hasUserEdits: index === 1 }));
  return { turn: "1", path: "/work/a", kind: "changed", before, after, hunks, version: "v" };
}

test("hunks have the lines of buffers, and say where the user edited too", () => {
  const shown = shownChange(change("a\nb\nc\nd\n", "a\nB\nc\n"));
  expect(shown.hunks).toEqual([
    { decision: "undecided", old: 2, oldCount: 1, new: 2, newCount: 1 },
    { decision: "undecided", old: 4, oldCount: 1, new: 4, newCount: 0, note: "with your edits" },
  ]);
  expect(shown.old).toEqual({ text: "a\nb\nc\nd", isEmpty: false, eol: true });
});

test("marks know how many lines the text on disk has, even when it is empty or has no last line break", () => {
  const lines = (after: string) => changeMarks("/work/a", change("x\n", after)).lines;
  expect([lines(""), lines("\n"), lines("a"), lines("a\n"), lines("a\n\n")]).toEqual([0, 1, 1, 1, 2]);
});

test("marks of the same text on disk have the same identity, whatever came before", () => {
  const [one, other, changed] = [change("a\n", "c\n"), change("b\n", "c\n"), change("a\n", "d\n")].map(
    (each) => changeMarks("/work/a", each).text,
  );
  expect(one).toBe(other);
  expect(one).not.toBe(changed);
});
