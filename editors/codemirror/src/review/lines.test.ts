import { ChangeSet } from "@codemirror/state";
import { decideHunk, editFor, hunksOf, startReview } from "@tandem-ide/base/review";
import { applyHunks } from "@tandem-ide/base/testing";
import { splitHunks } from "@tandem-ide/base/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc } from "../exact-text.js";
import { lineChange } from "./lines.js";

const texts = fc
  .array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "e\r", "\u2028", "\0"), { maxLength: 30 })
  .map((lines) => lines.join("\n"));

/** Decides hunks in the order of `order`, each as `isAccepted` says, and applies each change to an editor's text. */
function decideAll(before: string, after: string, isAccepted: readonly boolean[], order: readonly number[]) {
  let review = startReview(before, after);
  let doc = exactDoc(after);
  const left = review.hunks.map((_hunk, index) => index);
  for (const pick of order) {
    if (left.length === 0) break;
    const [index = 0] = left.splice(pick % left.length, 1);
    const decision = (isAccepted[index] ?? false) ? "accepted" : "rejected";
    const edit = editFor(review, index, decision);
    if (edit) doc = ChangeSet.of(lineChange(doc, edit), doc.length).apply(doc);
    review = decideHunk(review, index, decision);
    expect(doc.toString()).toBe(review.result);
  }
  return { text: doc.toString(), review };
}

describe("decisions", () => {
  test("in any order lead to the text with exactly the accepted hunks", () => {
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
          const { text, review } = decideAll(before, after, accepted, order);
          expect(text).toBe(applyHunks(before, after, hunks, (_hunk, index) => accepted[index] ?? false));
          expect(review.base).toBe(before);
          const expected = accepted.map((each) => (each ? "accepted" : "rejected"));
          expect(hunksOf(review).map(({ decision }) => decision)).toEqual(expected);
        },
      ),
      { numRuns: 1000 },
    );
  });

  test("leave hunks that lead from the base to the result at every step", () => {
    fc.assert(
      fc.property(
        texts,
        texts,
        fc.array(fc.boolean()),
        fc.array(fc.nat(1000), { maxLength: 4 }),
        (before, after, yes, order) => {
          const { text, review } = decideAll(before, after, yes, order);
          expect(applyHunks(before, text, hunksOf(review), () => true)).toBe(text);
          expect(applyHunks(before, text, hunksOf(review), () => false)).toBe(before);
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
    expect(decideAll(before, after, [true], [0]).text).toBe(after);
    expect(decideAll(before, after, [false], [0]).text).toBe(before);
  });
});
