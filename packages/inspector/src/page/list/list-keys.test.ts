import { expect, test } from "vitest";
import { indexAfterKey } from "./list-keys.js";

test("moves within the list and stops at its ends", () => {
  expect(indexAfterKey("ArrowDown", 3, 10, 5)).toBe(4);
  expect(indexAfterKey("ArrowDown", 9, 10, 5)).toBe(9);
  expect(indexAfterKey("ArrowUp", 0, 10, 5)).toBe(0);
  expect(indexAfterKey("PageDown", 3, 10, 5)).toBe(8);
  expect(indexAfterKey("PageUp", 3, 10, 5)).toBe(0);
  expect([indexAfterKey("Home", 3, 10, 5), indexAfterKey("End", 3, 10, 5)]).toEqual([0, 9]);
});

test("without a selection down begins at the top and up at the end", () => {
  expect(indexAfterKey("ArrowDown", -1, 10, 5)).toBe(0);
  expect(indexAfterKey("ArrowUp", -1, 10, 5)).toBe(9);
});

test("ignores other keys and an empty list", () => {
  expect(indexAfterKey("x", 3, 10, 5)).toBeUndefined();
  expect(indexAfterKey("ArrowDown", -1, 0, 5)).toBeUndefined();
});
