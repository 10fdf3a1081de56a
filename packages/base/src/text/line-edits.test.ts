import { diffArrays } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hunksOfLines } from "./line-edits.js";

const texts = fc.array(fc.constantFrom("", "a", "b", "c", "d", "e"), { maxLength: 40 });

/** The edits that a library of another hand finds. */
function editsOf(before: string[], after: string[]): number {
  return diffArrays(before, after)
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { value }) => sum + value.length, 0);
}

const sizeOf = (hunks: ReturnType<typeof hunksOfLines>) =>
  (hunks ?? []).reduce((sum, hunk) => sum + hunk.oldEnd - hunk.oldStart + hunk.newEnd - hunk.newStart, 0);

test("what is outside of the hunks is the same, and the hunks are as small as they can be", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const hunks = hunksOfLines(before, after, 100) ?? [];
      let [oldLine, newLine] = [0, 0];
      for (const hunk of [...hunks, { oldStart: before.length, oldEnd: 0, newStart: after.length, newEnd: 0 }]) {
        expect(before.slice(oldLine, hunk.oldStart)).toEqual(after.slice(newLine, hunk.newStart));
        [oldLine, newLine] = [hunk.oldEnd, hunk.newEnd];
      }
      expect(sizeOf(hunks)).toBe(editsOf(before, after));
    }),
    { numRuns: 1000 },
  );
});

test("hunks that touch are one", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      let newEnd = -1;
      for (const hunk of hunksOfLines(before, after, 100) ?? []) {
        expect(hunk.newStart).toBeGreaterThan(newEnd);
        newEnd = hunk.newEnd;
      }
    }),
  );
});

test("just as many edits as are allowed are found, and none where one more is needed", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const edits = editsOf(before, after);
      expect(hunksOfLines(before, after, edits)).toBeDefined();
      if (edits > 0) expect(hunksOfLines(before, after, edits - 1)).toBeUndefined();
    }),
  );
});
