import {
  decideHunk,
  editFor,
  editResult,
  type HunkDecision,
  type ReviewState,
  startReview,
} from "@tandem-ide/base/review";
import { toEditorText } from "@tandem-ide/base/text";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bufferEdit, bufferHunks, fromBuffer, toBuffer } from "./buffer-text.js";

/** The lines of a buffer with this text. */
const linesOf = (text: string) => (toBuffer(text).isEmpty ? [] : toBuffer(text).text.split("\n"));

function applied(review: ReviewState, index: number, decision: HunkDecision): string[] {
  const edit = editFor(review, index, decision);
  const { first, last, lines } = edit ? bufferEdit(review, edit) : { first: 0, last: 0, lines: [] };
  const before = linesOf(review.result);
  return [...before.slice(0, first), ...lines, ...before.slice(last)];
}

describe("text in a buffer", () => {
  for (const [what, text, lines, eol] of [
    ["with a last line break", "a\nb\n", ["a", "b"], true],
    ["without one", "a\nb", ["a", "b"], false],
    ["of a file that is new or emptied", "", [], true],
    ["of one empty line", "\n", [""], true],
    ["of empty lines", "\n\n", ["", ""], true],
    ["of a file with CRLF", toEditorText("a\r\nb\r\n"), ["a", "b"], true],
    ["with NUL bytes", "a\0b\n\0", ["a\0b", "\0"], false],
  ] as const)
    test(what, () => {
      expect([linesOf(text), toBuffer(text).eol]).toEqual([lines, eol]);
      expect(fromBuffer(toBuffer(text), startReview("x\n", text))).toBe(text);
      expect(fromBuffer({ ...toBuffer(text), eol: undefined }, startReview("x\n", text))).toBe(text);
    });
});

describe("hunks in buffer lines", () => {
  const hunks = (old: string, now: string) =>
    bufferHunks(startReview(old, now)).map((hunk) => [hunk.old, hunk.oldCount, hunk.new, hunk.newCount]);

  test("a new file and an emptied file", () => {
    expect(hunks("", "a\nb\n")).toEqual([[1, 0, 1, 2]]);
    expect(hunks("a\nb\n", "")).toEqual([[1, 2, 1, 0]]);
    expect(hunks("", "a")).toEqual([[1, 0, 1, 1]]);
  });

  test("a change of only the last line break has no lines and comes after the last line", () => {
    expect(hunks("a\nb", "a\nb\n")).toEqual([[3, 0, 3, 0]]);
    expect(hunks("a\nb\n", "a\nb")).toEqual([[3, 0, 3, 0]]);
    expect(hunks("", "\n")).toEqual([[1, 0, 2, 0]]);
  });

  test("a last line that loses its line break", () => {
    expect(hunks("a\nb\n", "a\nc")).toEqual([[2, 1, 2, 1]]);
  });
});

describe("the last line break, which Vim's undo ignores", () => {
  const rejected = decideHunk(startReview("a\nb", "a\nc\n"), 0, "rejected");

  test("is restored with its line", () => {
    expect(rejected.result).toBe("a\nb");
    expect(fromBuffer({ text: "a\nc", isEmpty: false }, rejected)).toBe("a\nc\n");
  });

  test("is kept when other lines change", () => {
    expect(fromBuffer({ text: "A\nb", isEmpty: false }, rejected)).toBe("A\nb");
    expect(fromBuffer({ text: "A\nc", isEmpty: false }, startReview("a\nb", "a\nc\n"))).toBe("A\nc\n");
  });

  test("is what the user sets it to", () => {
    expect(fromBuffer({ text: "a\nc", isEmpty: false, eol: false }, rejected)).toBe("a\nc");
    expect(fromBuffer({ text: "a\nb", isEmpty: false, eol: true }, rejected)).toBe("a\nb\n");
  });
});

test("treats one empty line as an empty text, unless the original has an empty line", () => {
  const line = { text: "", isEmpty: false, eol: true };
  expect(fromBuffer(line, startReview("", "a\n"))).toBe("");
  expect(fromBuffer(line, startReview("a\n", ""))).toBe("");
  expect(fromBuffer(line, startReview("", "\n"))).toBe("\n");
  expect(fromBuffer(line, startReview("a\n", "b\n"))).toBe("\n");
});

test("edits applied to the buffer match the decision for any text", () => {
  const line = fc.constantFrom("", "a", "b", "\0");
  const text = fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n"));
  const decision = fc.constantFrom<HunkDecision>("accepted", "rejected", "undecided");
  const step = fc.oneof(fc.record({ at: fc.nat(20), decision }), text);
  fc.assert(
    fc.property(text, text, fc.array(step), fc.nat(20), decision, (old, now, steps, at, last) => {
      const at20 = (review: ReviewState, nat: number) => nat % Math.max(review.hunks.length, 1);
      const review = steps.reduce<ReviewState>(
        (each, done) =>
          typeof done === "string" ? editResult(each, done) : decideHunk(each, at20(each, done.at), done.decision),
        startReview(old, now),
      );
      const index = at20(review, at);
      expect(applied(review, index, last)).toEqual(linesOf(decideHunk(review, index, last).result));
      const count = linesOf(review.result).length;
      for (const hunk of bufferHunks(review)) {
        expect(hunk.new).toBeGreaterThan(0);
        expect(hunk.newCount).toBeGreaterThanOrEqual(0);
        expect(hunk.new + hunk.newCount).toBeLessThanOrEqual(count + 1);
      }
    }),
    { numRuns: 2000 },
  );
});
