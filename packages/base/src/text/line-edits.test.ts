import { diffArrays } from "diff";
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Hunk, LineEdits, numberLines } from "./line-edits.js";

const texts = fc.array(fc.constantFrom("", "a", "b", "c", "d", "e"), { maxLength: 40 });

/** The number of edits that another library finds. */
function editsOf(before: string[], after: string[]): number {
  return diffArrays(before, after)
    .filter(({ added, removed }) => added || removed)
    .reduce((sum, { value }) => sum + value.length, 0);
}

/** Returns undefined if more edits are needed. */
function hunksOfLines(before: string[], after: string[], maxEdits: number): Hunk[] | undefined {
  const [old = new Int32Array(), young = new Int32Array()] = numberLines([before, after]);
  const edits = new LineEdits(old, young);
  return edits.find(maxEdits) ? edits.hunks() : undefined;
}

const sizeOf = (hunks: readonly Hunk[]) =>
  hunks.reduce((sum, hunk) => sum + hunk.oldEnd - hunk.oldStart + hunk.newEnd - hunk.newStart, 0);

test("lines outside of hunks are equal, and hunks are minimal", () => {
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

test("adjacent edits form one hunk", () => {
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

test("finds up to maxEdits edits, and nothing if one more is needed", () => {
  fc.assert(
    fc.property(texts, texts, (before, after) => {
      const edits = editsOf(before, after);
      expect(hunksOfLines(before, after, edits)).toBeDefined();
      if (edits > 0) expect(hunksOfLines(before, after, edits - 1)).toBeUndefined();
    }),
  );
});
