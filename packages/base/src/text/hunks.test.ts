import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks } from "../testing/index.js";
import { splitHunks } from "./hunks.js";

const lines = fc.array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "e\r"), { maxLength: 30 });
const texts = lines.map((each) => each.join("\n"));

describe("hunks", () => {
  test("are empty for equal texts", () => expect(splitHunks("a\nb\n", "a\nb\n")).toEqual([]));

  test("separate changes are two hunks, adjacent changes are one", () => {
    expect(splitHunks("a\nb\nc\nd", "A\nb\nc\nD")).toEqual([
      { oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 1 },
      { oldStart: 3, oldEnd: 4, newStart: 3, newEnd: 4 },
    ]);
    expect(splitHunks("a\nb", "A\nB")).toHaveLength(1);
  });

  test("an added or removed final newline is a hunk", () => {
    expect(splitHunks("a", "a\n")).toHaveLength(1);
    expect(splitHunks("a\n", "a")).toHaveLength(1);
  });

  test("applying all gives the new text and none the old one, for any text", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const hunks = splitHunks(before, after);
        expect(applyHunks(before, after, hunks, () => true)).toBe(after);
        expect(applyHunks(before, after, hunks, () => false)).toBe(before);
      }),
    );
  });

  test("applies exactly the chosen hunks", () => {
    fc.assert(
      fc.property(texts, texts, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
        const hunks = splitHunks(before, after);
        const accepted = hunks.map(() => choices.next().value === true);
        const result = applyHunks(before, after, hunks, (_hunk, index) => accepted[index] ?? false);
        // Equivalent: from the end, replace each accepted hunk's lines in the old text.
        const expected = before.split("\n");
        for (const [index, hunk] of [...hunks.entries()].reverse())
          if (accepted[index])
            expected.splice(
              hunk.oldStart,
              hunk.oldEnd - hunk.oldStart,
              ...after.split("\n").slice(hunk.newStart, hunk.newEnd),
            );
        expect(result).toBe(expected.join("\n"));
      }),
    );
  });

  test("two large texts with nothing in common are quickly one hunk", () => {
    const before = Array.from({ length: 60_000 }, (_, i) => `old ${i}`).join("\n");
    const after = Array.from({ length: 60_000 }, (_, i) => `new ${i}`).join("\n");
    expect(splitHunks(before, after)).toEqual([
      { oldStart: 0, oldEnd: 60_000, newStart: 0, newEnd: 60_000, isCoarse: true },
    ]);
  });
});
