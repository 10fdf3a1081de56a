import { expect, test } from "vitest";
import { matchedParts } from "./matched-parts.js";

test("a name is cut where matching begins and ends", () => {
  expect(matchedParts("src/greet.ts", 4, 12, [4, 5, 10])).toEqual([
    { at: 4, text: "gr", isMatch: true },
    { at: 6, text: "eet.", isMatch: false },
    { at: 10, text: "t", isMatch: true },
    { at: 11, text: "s", isMatch: false },
  ]);
});

test("matches outside of the part are not its business", () => {
  expect(matchedParts("src/greet.ts", 0, 3, [4])).toEqual([{ at: 0, text: "src", isMatch: false }]);
  expect(matchedParts("a", 0, 0, [0])).toEqual([]);
});
