import { expect, test } from "vitest";
import { matchedParts } from "./matched-parts.js";

test("splits a name where matches begin and end", () => {
  expect(matchedParts("src/greet.ts", 4, 12, [4, 5, 10])).toEqual([
    { at: 4, text: "gr", isMatch: true },
    { at: 6, text: "eet.", isMatch: false },
    { at: 10, text: "t", isMatch: true },
    { at: 11, text: "s", isMatch: false },
  ]);
});

test("ignores matches outside the part", () => {
  expect(matchedParts("src/greet.ts", 0, 3, [4])).toEqual([{ at: 0, text: "src", isMatch: false }]);
  expect(matchedParts("a", 0, 0, [0])).toEqual([]);
});
