import { Text } from "@codemirror/state";
import { startReview } from "@tandem-ide/base/review";
import { expect, test } from "vitest";
import { comparisonFor } from "./comparison.js";
import { HunkLevels } from "./hunk-levels.js";

const docOf = (lines: readonly string[]) => Text.of([...lines]);
const lines = Array.from({ length: 60 }, (_, index) => `line ${index}`);
const base = docOf(lines);
const compare = (result: Text) => comparisonFor(startReview(base.toString(), result.toString()), base, result);
/** Changes at these lines, and two lines inserted above a line. */
const resultOf = (changed: readonly number[], newLinesAt?: number) =>
  docOf(
    lines.flatMap((line, index) => [
      ...(index === newLinesAt ? ["new", "newer"] : []),
      changed.includes(index) ? `another ${line}` : line,
    ]),
  );
const levelsOf = (levels: HunkLevels, count: number) =>
  Array.from({ length: count }, (_, index) => levels.of(index, 10));

test("estimates unmeasured hunks by their lines", () => {
  const levels = new HunkLevels();
  levels.follow(compare(resultOf([5], 30)));
  expect(levelsOf(levels, 3)).toEqual([0, -20, 0]);
});

test("keeps measurements above and below an edit", () => {
  const levels = new HunkLevels();
  levels.follow(compare(resultOf([5, 20, 40, 50])));
  for (const [index, level] of [15, 25, 35, 45].entries()) levels.set(index, level);
  levels.follow(compare(resultOf([5, 20, 40, 50], 30)));
  expect(levelsOf(levels, 5)).toEqual([15, 25, -20, 35, 45]);
  levels.follow(compare(resultOf([5, 40, 50], 30)));
  expect(levelsOf(levels, 4)).toEqual([15, -20, 35, 45]);
});
