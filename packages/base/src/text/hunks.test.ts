import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks, splitHunks } from "./hunks.js";

const lines = fc.array(fc.constantFrom("", "a", "b", "c", "  d", "😀", "e\r"), { maxLength: 30 });
const texts = lines.map((each) => each.join("\n"));

describe("hunks", () => {
  test("equal texts have none", () => expect(splitHunks("a\nb\n", "a\nb\n")).toEqual([]));

  test("two changes apart are two hunks, changes that touch are one", () => {
    expect(splitHunks("a\nb\nc\nd", "A\nb\nc\nD")).toEqual([
      { oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 1 },
      { oldStart: 3, oldEnd: 4, newStart: 3, newEnd: 4 },
    ]);
    expect(splitHunks("a\nb", "A\nB")).toHaveLength(1);
  });

  test("a final newline that comes or goes is a hunk", () => {
    expect(splitHunks("a", "a\n")).toHaveLength(1);
    expect(splitHunks("a\n", "a")).toHaveLength(1);
  });

  test("all accepted give the new text, none the old one, whatever the texts", () => {
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const hunks = splitHunks(before, after);
        expect(applyHunks(before, after, hunks, () => true)).toBe(after);
        expect(applyHunks(before, after, hunks, () => false)).toBe(before);
      }),
    );
  });

  test("any choice gives the text in which just those hunks happened", () => {
    fc.assert(
      fc.property(texts, texts, fc.infiniteStream(fc.boolean()), (before, after, choices) => {
        const hunks = splitHunks(before, after);
        const accepted = hunks.map(() => choices.next().value === true);
        const result = applyHunks(before, after, hunks, (_hunk, index) => accepted[index] ?? false);
        // Said another way: from the back, replace each accepted hunk's lines in the old text.
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

  test("two large texts with nothing in common are one hunk instead of minutes", () => {
    const before = Array.from({ length: 60_000 }, (_, i) => `old ${i}`).join("\n");
    const after = Array.from({ length: 60_000 }, (_, i) => `new ${i}`).join("\n");
    expect(splitHunks(before, after)).toEqual([{ oldStart: 0, oldEnd: 60_000, newStart: 0, newEnd: 60_000 }]);
  });
});
