import { ChangeSet, type Text } from "@codemirror/state";
import { applyHunks, splitHunks } from "@tandem/base/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc } from "../exact-text.js";
import type { TextChange } from "../replace.js";
import { acceptChange, rejectChange, withoutHunk } from "./decide.js";

const texts = fc
  .array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "e\r", "\u2028", "\0"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));

const applied = (doc: Text, change: TextChange) => ChangeSet.of(change, doc.length).apply(doc);

/** Decides all hunks, each as `isAccepted` says, in the order of `order`; returns what base and result are then. */
function decideAll(before: string, after: string, isAccepted: readonly boolean[], order: readonly number[]) {
  let base = exactDoc(before);
  let result = exactDoc(after);
  let hunks = splitHunks(before, after);
  const left = hunks.map((_hunk, index) => index);
  for (const pick of order) {
    if (left.length === 0) break;
    const index = pick % left.length;
    const hunk = hunks[index];
    const [original = 0] = left.splice(index, 1);
    if (!hunk) throw new Error("no such hunk");
    const accept = isAccepted[original] ?? false;
    if (accept) base = applied(base, acceptChange(base, result, hunk));
    else result = applied(result, rejectChange(base, result, hunk));
    hunks = withoutHunk(hunks, index, accept);
  }
  return { base: base.toString(), result: result.toString(), hunks };
}

describe("decisions", () => {
  test("in whatever order give the text in which just the accepted hunks happened", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.infiniteStream(fc.boolean()),
        fc.infiniteStream(fc.nat(1000)),
        (before, after, yes, picks) => {
          const hunks = splitHunks(before, after);
          const accepted = hunks.map(() => yes.next().value === true);
          const order = hunks.map(() => picks.next().value ?? 0);
          const expected = applyHunks(before, after, hunks, (_hunk, index) => accepted[index] ?? false);
          const { base, result, hunks: left } = decideAll(before, after, accepted, order);
          expect(result).toBe(expected);
          expect(base).toBe(expected);
          expect(left).toEqual([]);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("half way leave hunks that lead from the base to the result", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(fc.boolean()),
        fc.array(fc.nat(1000), { maxLength: 4 }),
        (before, after, yes, order) => {
          const { base, result, hunks } = decideAll(before, after, yes, order);
          expect(applyHunks(base, result, hunks, () => true)).toBe(result);
          expect(applyHunks(base, result, hunks, () => false)).toBe(base);
        },
      ),
    );
  });

  test.each([
    ["", "a"],
    ["a", ""],
    ["", "\n"],
    ["a", "a\n"],
    ["a\n", "a"],
    ["a\nb", "b"],
    ["a\nb", "a"],
    ["b", "a\nb"],
    ["a", "a\nb"],
    ["\n\n", "\n"],
  ])("are exact for %j and %j", (before, after) => {
    expect(decideAll(before, after, [true], [0]).base).toBe(after);
    expect(decideAll(before, after, [false], [0]).result).toBe(before);
  });
});
