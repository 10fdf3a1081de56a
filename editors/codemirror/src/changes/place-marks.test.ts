import { ChangeSet } from "@codemirror/state";
import { splitHunks } from "@tandem-ide/base/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc } from "../exact-text.js";
import { moveMarks, placeMarks } from "./place-marks.js";

/** The marks of a change, each as its kind and its lines, counted from 1. */
function marksOf(before: string, after: string, shown = after) {
  const doc = exactDoc(shown);
  const hunks = splitHunks(before, after).map((hunk) => ({ ...hunk, hasUserEdits: false }));
  return placeMarks({ after, hunks }, doc).map(
    ({ kind, from, to }) => `${kind} ${doc.lineAt(from).number}-${doc.lineAt(to).number}`,
  );
}

describe("The marks beside a text", () => {
  test("cover the lines that were added and changed, and the place of deleted ones", () => {
    expect(marksOf("a\nb\nc\nd\ne\n", "a\nB\nc\nnew\nd\n")).toEqual(["changed 2-2", "added 4-4", "deleted 6-6"]);
    expect(marksOf("a\nb\nc", "b\nc")).toEqual(["deleted 1-1"]);
    expect(marksOf("a\nb", "a")).toEqual(["deleted 1-1"]);
    expect(marksOf("", "a\nb\n")).toEqual(["added 1-2"]);
    expect(marksOf("a\n", "")).toEqual(["deleted 1-1"]);
  });

  test("stay at their lines in a file with unsaved edits, without the lines that the user added around them", () => {
    const [before, after] = ["a\nb\nc\nd\n", "a\nB\nc\n"];
    expect(marksOf(before, after, "mine\na\nB\nc\n")).toEqual(["changed 3-3", "deleted 5-5"]);
    expect(marksOf(before, after, "a\nmine\nB\nmine too\nc\n")).toEqual(["changed 3-3", "deleted 6-6"]);
    expect(marksOf(before, after, "a\nB!\nc\n")).toEqual(["changed 2-2", "deleted 4-4"]);
    expect(marksOf(before, after, "a\nc\n")).toEqual(["deleted 2-2", "deleted 3-3"]);
  });

  const texts = fc.array(fc.constantFrom("", "a", "b", "c", "d"), { maxLength: 12 }).map((lines) => lines.join("\n"));

  test("are always inside the text and in order", () => {
    fc.assert(
      fc.property(texts, texts, texts, (before, after, shown) => {
        const doc = exactDoc(shown);
        const hunks = splitHunks(before, after).map((hunk) => ({ ...hunk, hasUserEdits: false }));
        let last = 0;
        for (const { from, to } of placeMarks({ after, hunks }, doc)) {
          expect(from).toBeGreaterThanOrEqual(last);
          expect(to).toBeGreaterThanOrEqual(from);
          expect(to).toBeLessThanOrEqual(doc.length);
          last = from;
        }
      }),
    );
  });

  test("move with text that is typed above them, and don't grow with lines that are added at their edges", () => {
    const doc = exactDoc("a\nB\nc\n");
    const [mark] = placeMarks(
      { after: "a\nB\nc\n", hunks: [{ oldStart: 1, oldEnd: 2, newStart: 1, newEnd: 2, hasUserEdits: false }] },
      doc,
    );
    if (!mark) throw new Error("no mark");
    const moved = (from: number, insert: string) => {
      const changes = ChangeSet.of({ from, insert }, doc.length);
      const now = changes.apply(doc);
      const [after] = moveMarks([mark], changes);
      return [now.lineAt(after?.from ?? 0).number, now.lineAt(after?.to ?? 0).number];
    };
    expect(moved(0, "new\n")).toEqual([3, 3]);
    expect(moved(2, "new\n")).toEqual([3, 3]);
    expect(moved(3, "\nnew")).toEqual([2, 2]);
    expect(moved(3, "more")).toEqual([2, 2]);
  });
});
