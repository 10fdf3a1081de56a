import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyHunks } from "../testing/index.js";
import { splitHunks } from "./hunks.js";
import { numberLines } from "./line-edits.js";
import { hunksByRegion } from "./region-hunks.js";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const everySeventh = (lines: readonly string[]) =>
  lines.map((line, at) => (at % 7 === 3 ? `${line} changed ${at}` : line));
const compare = (before: readonly string[], after: readonly string[]) => {
  const [old = new Int32Array(), young = new Int32Array()] = numberLines([before, after]);
  return hunksByRegion(old, young);
};

describe("hunks of texts with many edits", () => {
  test.each([60_000, 200_000])("%i lines with every seventh changed have a hunk for each", (count) => {
    const before = numbers(count).map((at) => `line ${at}`);
    const hunks = splitHunks(before.join("\n"), everySeventh(before).join("\n"));
    expect(hunks).toHaveLength(numbers(count).filter((at) => at % 7 === 3).length);
    expect(hunks[1]).toEqual({ oldStart: 10, oldEnd: 11, newStart: 10, newEnd: 11 });
    expect(hunks.every(({ isCoarse }) => isCoarse === undefined)).toBe(true);
  });

  test("lines that repeat are found too", () => {
    const before = numbers(60_000).map((at) => ["{", "  run();", "  stop();", "}", ""][at % 5] ?? "");
    const hunks = splitHunks(before.join("\n"), everySeventh(before).join("\n"));
    expect(hunks).toHaveLength(Math.ceil((60_000 - 3) / 7));
    expect(hunks.some(({ isCoarse }) => isCoarse)).toBe(false);
  });

  test("only the rewritten part is coarse", () => {
    const part = (name: string) => numbers(5_000).map((at) => `${name} ${at}`);
    const shared = part("shared");
    const before = [...shared, ...part("old"), ...numbers(20).map(() => "}"), ...part("end")];
    const after = [...everySeventh(shared), ...part("new"), ...numbers(20).map(() => "}"), ...part("end"), "last"];
    const coarse = splitHunks(before.join("\n"), after.join("\n")).filter(({ isCoarse }) => isCoarse);
    expect(coarse).toHaveLength(1);
    expect(coarse[0]?.oldStart).toBe(5_000);
    expect(coarse[0]?.oldEnd).toBeLessThanOrEqual(10_020);
  });

  test("an added block and a moved block leave the rest as it is", () => {
    const lines = numbers(40_000).map((at) => `line ${at}`);
    const block = numbers(9_000).map((at) => `added ${at}`);
    const moved = lines.slice(30_000, 35_000);
    const after = [
      ...moved,
      ...lines.slice(0, 10_000),
      ...block,
      ...lines.slice(10_000, 30_000),
      ...lines.slice(35_000),
    ];
    expect(splitHunks(lines.join("\n"), after.join("\n"))).toEqual([
      { oldStart: 0, oldEnd: 0, newStart: 0, newEnd: 5_000 },
      { oldStart: 10_000, oldEnd: 10_000, newStart: 15_000, newEnd: 24_000 },
      { oldStart: 30_000, oldEnd: 35_000, newStart: 44_000, newEnd: 44_000 },
    ]);
  });

  test("lines outside of hunks are equal, and hunks don't touch, for any texts", () => {
    const lines = fc.array(fc.constantFrom("", "a", "b", "c", "d", ...numbers(40).map(String)), { maxLength: 700 });
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const hunks = compare(before, after);
        const [old, young] = [before.join("\n"), after.join("\n")];
        if (before.length > 0 && after.length > 0) expect(applyHunks(old, young, hunks, () => false)).toBe(old);
        let [oldLine, newLine] = [0, 0];
        for (const hunk of [...hunks, { oldStart: before.length, oldEnd: 0, newStart: after.length, newEnd: 0 }]) {
          expect(before.slice(oldLine, hunk.oldStart)).toEqual(after.slice(newLine, hunk.newStart));
          if (newLine + oldLine > 0 && hunk.oldEnd > 0) expect(hunk.oldStart).toBeGreaterThan(oldLine);
          [oldLine, newLine] = [hunk.oldEnd, hunk.newEnd];
        }
      }),
      { numRuns: 300 },
    );
  });
});
