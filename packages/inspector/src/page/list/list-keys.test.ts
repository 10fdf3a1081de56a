import { expect, test } from "vitest";
import { placeAfterKey } from "./list-keys.js";

test("keys move within the list and stop at its ends", () => {
  expect(placeAfterKey("ArrowDown", 3, 10, 5)).toBe(4);
  expect(placeAfterKey("ArrowDown", 9, 10, 5)).toBe(9);
  expect(placeAfterKey("ArrowUp", 0, 10, 5)).toBe(0);
  expect(placeAfterKey("PageDown", 3, 10, 5)).toBe(8);
  expect(placeAfterKey("PageUp", 3, 10, 5)).toBe(0);
  expect([placeAfterKey("Home", 3, 10, 5), placeAfterKey("End", 3, 10, 5)]).toEqual([0, 9]);
});

test("without a selection down begins at the top and up at the end", () => {
  expect(placeAfterKey("ArrowDown", -1, 10, 5)).toBe(0);
  expect(placeAfterKey("ArrowUp", -1, 10, 5)).toBe(9);
});

test("other keys, and an empty list, are nothing", () => {
  expect(placeAfterKey("x", 3, 10, 5)).toBeUndefined();
  expect(placeAfterKey("ArrowDown", -1, 0, 5)).toBeUndefined();
});
