import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  acceptedAs,
  countHunks,
  decideHunk,
  decideHunks,
  editFor,
  editResult,
  type HunkDecision,
  hunksOf,
  isEdited,
  type ReviewState,
  startReview,
} from "./review-model.js";

const base = "one\ntwo\nthree\nfour\nfive\nsix\n";
const proposed = "one\nTWO\nthree\nfour\nnew\nfive\n";

const decide = decideHunk;

const decisions = (review: ReviewState) => hunksOf(review).map(({ decision }) => decision);

describe("a hunk", () => {
  test("stays when accepted", () => {
    const review = decide(startReview(base, proposed), 0, "accepted");
    expect(decisions(review)).toEqual(["accepted", "undecided", "undecided"]);
    expect([review.base, review.result]).toEqual([base, proposed]);
  });

  test("stays in the list with its lines when rejected, and the result has the base's lines", () => {
    const review = decide(startReview(base, proposed), 0, "rejected");
    expect(review.result).toBe("one\ntwo\nthree\nfour\nnew\nfive\n");
    expect(hunksOf(review)[0]).toEqual({
      index: 0,
      oldStart: 1,
      oldEnd: 2,
      newStart: 1,
      newEnd: 2,
      decision: "rejected",
      lines: ["TWO"],
    });
  });

  test("can be decided again until the review ends, independently of others", () => {
    let review = decide(startReview(base, proposed), 1, "rejected");
    review = decide(review, 0, "rejected");
    review = decide(review, 1, "accepted");
    expect(decisions(review)).toEqual(["rejected", "accepted", "undecided"]);
    expect(review.result).toBe("one\ntwo\nthree\nfour\nnew\nfive\n");
    review = decide(review, 0, "undecided");
    expect(review.result).toBe(proposed);
    expect(decisions(review)).toEqual(["undecided", "accepted", "undecided"]);
  });

  test("keeps its decision when the user types elsewhere", () => {
    let review = decide(decide(startReview(base, proposed), 0, "rejected"), 1, "accepted");
    review = editResult(review, `zero\n${review.result}`);
    expect(decisions(review)).toEqual(["undecided", "rejected", "accepted", "undecided"]);
    expect(hunksOf(review)[1]).toMatchObject({ newStart: 2, newEnd: 3, lines: ["TWO"] });
  });

  test("stays accepted when the user types into it", () => {
    const review = decide(startReview(base, proposed), 0, "accepted");
    expect(decisions(editResult(review, proposed.replace("TWO", "Two!")))[0]).toBe("accepted");
  });

  test("that was rejected and typed over becomes a user edit, and is rejected again after undo", () => {
    const review = decide(startReview(base, proposed), 0, "rejected");
    const typed = editResult(review, review.result.replace("two", "mine"));
    expect(hunksOf(typed)[0]).toMatchObject({ decision: "undecided", lines: ["mine"] });
    expect(typed.result).toContain("mine");
    expect(decisions(editResult(typed, review.result))[0]).toBe("rejected");
  });
});

describe("after an editor's undo of a rejection the hunk is undecided, and its lines are not a user edit", () => {
  for (const [what, old, now] of [
    ["lines that were added", "a\nb\n", "a\nnew\nb\n"],
    ["lines that were added between others like them", "f\n\ng\nx\n", "f\n\nh\n\ng\ny\n"],
    ["lines that were deleted beside others like them", "a\nb\nb\nc\nx\n", "a\nb\nc\ny\n"],
    ["a last line break", "a\nb", "a\nb\n"],
    ["a new file", "", "a\n"],
  ] as const)
    test(what, () => {
      const review = startReview(old, now);
      const rejected = review.hunks.reduce((each, _hunk, at) => decide(each, at, "rejected"), review);
      const undone = editResult(rejected, now);
      expect(hunksOf(undone)).toEqual(hunksOf(review));
      expect(isEdited(undone)).toBe(false);
      const first = decide(review, 0, "rejected");
      expect(hunksOf(editResult(first, now))).toEqual(hunksOf(review));
    });
});

test("typing next to a hunk and undoing it doesn't leave the line in the hunk", () => {
  const review = startReview(base, proposed);
  const typed = editResult(review, proposed.replace("three", "three!"));
  expect(hunksOf(typed)[0]).toMatchObject({ oldStart: 1, oldEnd: 3, lines: ["TWO", "three!"] });
  expect(hunksOf(editResult(typed, proposed))).toEqual(hunksOf(review));
});

test("user edits survive a decision about another hunk, even after a rejected one", () => {
  const review = editResult(startReview(base, proposed), proposed.replace("three", "three, by hand"));
  const without = decide(review, hunksOf(review).length - 1, "rejected");
  expect(without.result).toContain("three, by hand");
});

test("counts as edited only if the user typed, not if they accepted and rejected hunks", () => {
  const review = startReview(base, proposed);
  expect(isEdited(review)).toBe(false);
  expect(isEdited(decide(decide(review, 2, "rejected"), 0, "rejected"))).toBe(false);
  expect(isEdited(decide(review, 0, "accepted"))).toBe(false);
  expect(isEdited(editResult(decide(review, 0, "rejected"), "mine\n"))).toBe(true);
});

test("accepting with every hunk rejected is a rejection, but not if there are no hunks", () => {
  let review = startReview(base, proposed);
  for (const index of hunksOf(review).keys()) review = decide(review, index, "rejected");
  expect(review.result).toBe(base);
  expect(acceptedAs(review)).toEqual({ accepted: false });
  expect(acceptedAs(startReview("", ""))).toEqual({ accepted: true, text: "" });
  expect(acceptedAs(startReview(base, ""))).toEqual({ accepted: true, text: "" });
});

test("counts the lines that accepting would change now", () => {
  const review = startReview(base, proposed);
  expect(countHunks(hunksOf(review))).toEqual({ accepted: 0, rejected: 0, undecided: 3, added: 2, removed: 2 });
  const decided = decide(decide(review, 0, "rejected"), 1, "accepted");
  expect(countHunks(hunksOf(decided))).toEqual({ accepted: 1, rejected: 1, undecided: 1, added: 1, removed: 1 });
});

describe("for any text", () => {
  const line = fc.constantFrom("", "a", "b", "c", "d", "😀");
  const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n"));
  const decision = fc.constantFrom<HunkDecision>("accepted", "rejected", "undecided");
  const decided = fc.record({ at: fc.nat(20), decision });
  const typed = fc.record({ line: fc.nat(20), count: fc.nat(3), lines: fc.array(line, { maxLength: 3 }) });

  /** A user's action: decides a hunk, or replaces a few lines of the result. */
  function step(
    review: ReviewState,
    each: { at: number; decision: HunkDecision } | { line: number; count: number; lines: string[] },
  ) {
    if ("at" in each) return decide(review, each.at % Math.max(review.hunks.length, 1), each.decision);
    const after = review.result.split("\n");
    after.splice(each.line % (after.length + 1), each.count, ...each.lines);
    return editResult(review, after.join("\n"));
  }

  test("accepting all gives exactly the proposal and rejecting all the base, after any decisions", () => {
    fc.assert(
      fc.property(text, text, fc.array(decided), (old, now, before) => {
        const review = before.reduce(step, startReview(old, now));
        const all = (last: HunkDecision) => review.hunks.reduce((each, _hunk, at) => decide(each, at, last), review);
        expect(all("accepted").result).toBe(now);
        expect(all("undecided").result).toBe(now);
        expect(all("rejected").result).toBe(old);
        expect(decideHunks(review, [...review.hunks.keys()], "rejected")).toEqual(all("rejected"));
        expect(isEdited(review)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("a decision about one hunk changes no other", () => {
    fc.assert(
      fc.property(text, text, fc.array(fc.oneof(decided, typed)), decided, (old, now, before, last) => {
        const review = before.reduce(step, startReview(old, now));
        const index = last.at % Math.max(review.hunks.length, 1);
        const facts = (each: ReviewState) => hunksOf(each).map(({ newStart: _s, newEnd: _e, ...hunk }) => hunk);
        const [was, is] = [facts(review), facts(step(review, last))];
        if (was[index]) expect(is).toEqual(was.with(index, { ...was[index], decision: last.decision }));
      }),
      { numRuns: 2000 },
    );
  });

  test("the hunks describe the result after any edits and decisions", () => {
    fc.assert(
      fc.property(text, text, fc.array(fc.oneof(decided, typed), { maxLength: 20 }), (old, now, steps) => {
        const before = old.split("\n");
        let review = startReview(old, now);
        for (const each of steps) {
          review = step(review, each);
          expect(review.base).toBe(old);
          // After all lines were removed there are none, but an empty text splits into one.
          const { newEnd = 0, oldEnd = 0 } = hunksOf(review).at(-1) ?? {};
          const after = newEnd + before.length - oldEnd === 0 ? [] : review.result.split("\n");
          let [oldLine, newLine] = [0, 0];
          for (const hunk of hunksOf(review)) {
            expect(hunk.oldStart).toBeGreaterThanOrEqual(oldLine);
            // The lines between two hunks are the same in both texts.
            expect(after.slice(newLine, hunk.newStart)).toEqual(before.slice(oldLine, hunk.oldStart));
            [oldLine, newLine] = [hunk.oldEnd, hunk.newEnd];
            const shown = after.slice(hunk.newStart, hunk.newEnd);
            const isBase = hunk.decision === "rejected";
            expect(shown).toEqual(isBase ? before.slice(hunk.oldStart, hunk.oldEnd) : hunk.lines);
          }
          expect(after.slice(newLine)).toEqual(before.slice(oldLine));
        }
      }),
      { numRuns: 2000 },
    );
  });

  test("undoing a rejection in the editor leaves the hunk undecided, without a user edit", () => {
    fc.assert(
      fc.property(text, text, fc.nat(20), (old, now, at) => {
        const review = startReview(old, now);
        fc.pre(review.hunks.length > 0);
        const rejected = decide(review, at % review.hunks.length, "rejected");
        const undone = editResult(rejected, review.result);
        expect(hunksOf(undone)).toEqual(hunksOf(review));
        expect(isEdited(undone)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("editFor makes the same change as the decision", () => {
    fc.assert(
      fc.property(
        text,
        text,
        fc.array(fc.oneof(decided, typed)),
        fc.nat(20),
        decision,
        (old, now, before, at, last) => {
          const review = before.reduce(step, startReview(old, now));
          const index = at % Math.max(review.hunks.length, 1);
          const edit = editFor(review, index, last);
          const after = review.result.split("\n");
          if (edit) after.splice(edit.start, edit.end - edit.start, ...edit.lines);
          expect(decide(review, index, last).result).toBe(after.join("\n"));
        },
      ),
      { numRuns: 2000 },
    );
  });
});
