import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exactDoc } from "./exact-text.js";
import { offsetAt, positionAt, rangeOf } from "./positions.js";

const texts = fc
  .array(fc.constantFrom("a", "\n", "\r", "\u2028", "😀", "\0"), { maxLength: 30 })
  .map((all) => all.join(""));

describe("positions", () => {
  test("offsets and positions are inverse, and only \\n separates lines", () => {
    fc.assert(
      fc.property(texts, fc.nat(60), (text, number) => {
        const offset = Math.min(number, text.length);
        const position = positionAt(exactDoc(text), offset);
        const before = text.slice(0, offset).split("\n");
        expect(position).toEqual({ line: before.length - 1, character: before.at(-1)?.length });
        expect(offsetAt(exactDoc(text), position)).toBe(offset);
      }),
    );
  });

  test("clamps values out of range", () => {
    const doc = exactDoc("ab\nc");
    expect(positionAt(doc, -1)).toEqual({ line: 0, character: 0 });
    expect(positionAt(doc, Number.NaN)).toEqual({ line: 0, character: 0 });
    expect(positionAt(doc, 99)).toEqual({ line: 1, character: 1 });
    expect(offsetAt(doc, { line: 0, character: 99 })).toBe(2);
    expect(offsetAt(doc, { line: 99, character: 0 })).toBe(4);
    expect(offsetAt(doc, { line: -1, character: 5 })).toBe(0);
    expect(offsetAt(doc, { line: 1, character: -5 })).toBe(3);
  });

  test("returns a range in order", () => {
    const range = { start: { line: 0, character: 1 }, end: { line: 1, character: 0 } };
    expect(rangeOf(exactDoc("ab\nc"), 1, 3)).toEqual(range);
    expect(rangeOf(exactDoc("ab\nc"), 3, 1)).toEqual(range);
  });
});
