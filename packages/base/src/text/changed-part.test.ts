import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { oddTexts } from "../../../../test/odd-texts.js";
import { changedPart } from "./changed-part.js";

const isInsidePair = (text: string, at: number) =>
  /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, at - 1), at + 1));

describe("changedPart", () => {
  test("turns any text into any other and never splits an emoji", () => {
    const texts = oddTexts({ loneSurrogates: true });
    fc.assert(
      fc.property(texts, texts, texts, texts, (head, old, young, tail) => {
        const [before, after] = [head + old + tail, head + young + tail];
        const part = changedPart(before, after);
        expect(part === undefined).toBe(before === after);
        if (!part) return;
        const { start, end, newEnd } = part;
        expect(before.slice(0, start) + after.slice(start, newEnd) + before.slice(end)).toBe(after);
        expect([isInsidePair(before, start), isInsidePair(before, end)]).toEqual([false, false]);
        expect([isInsidePair(after, start), isInsidePair(after, newEnd)]).toEqual([false, false]);
      }),
      { numRuns: 2_000 },
    );
  });

  test("works in editors that move offsets out of surrogate pairs, such as VS Code", () => {
    const texts = oddTexts({ loneSurrogates: false });
    fc.assert(
      fc.property(texts, texts, (before, after) => {
        const part = changedPart(before, after);
        if (!part) return;
        const start = isInsidePair(before, part.start) ? part.start - 1 : part.start;
        const end = isInsidePair(before, part.end) ? part.end + 1 : part.end;
        expect(before.slice(0, start) + after.slice(part.start, part.newEnd) + before.slice(end)).toBe(after);
      }),
      { numRuns: 2_000 },
    );
  });

  test("covers the whole emoji if half of it changed", () => {
    expect(changedPart("a😀b", "a😁b")).toEqual({ start: 1, end: 3, newEnd: 3 });
    // These two share their second half.
    expect(changedPart("a\u{1f600}b", "a\u{1fa00}b")).toEqual({ start: 1, end: 3, newEnd: 3 });
  });

  test("is as small as possible", () => {
    expect(changedPart("same", "same")).toBeUndefined();
    expect(changedPart("", "")).toBeUndefined();
    expect(changedPart("one\ntwo\n", "one\n2\n")).toEqual({ start: 4, end: 7, newEnd: 5 });
    expect(changedPart("aaa", "aa")).toEqual({ start: 2, end: 3, newEnd: 2 });
    expect(changedPart("", "a")).toEqual({ start: 0, end: 0, newEnd: 1 });
  });

  test("is found in five megabytes on both sides of a block boundary", () => {
    const long = "x".repeat(5_000_000);
    for (const at of [65_535, 65_536, 4_999_999]) {
      const changed = `${long.slice(0, at)}😀${long.slice(at)}`;
      expect(changedPart(long, changed)).toEqual({ start: at, end: at, newEnd: at + 2 });
      expect(changedPart(changed, changed.replace("😀", "😁"))).toEqual({ start: at, end: at + 2, newEnd: at + 2 });
    }
  });
});
