import { expect, test } from "vitest";
import { scrollToRow, visibleRows } from "./windowing.js";

test("only the rows in view and a few around them are made, whatever the length of the list", () => {
  expect(visibleRows(24_000, 480, 24, 50_000, 8)).toEqual({ first: 992, end: 1028 });
  expect(visibleRows(0, 480, 24, 50_000, 8)).toEqual({ first: 0, end: 28 });
});

test("a list that is shorter than the view is made as a whole", () => {
  expect(visibleRows(0, 480, 24, 3)).toEqual({ first: 0, end: 3 });
  expect(visibleRows(0, 480, 24, 0)).toEqual({ first: 0, end: 0 });
});

test("a list that became shorter than where it is scrolled to still has rows", () => {
  const { first, end } = visibleRows(100_000, 480, 24, 10);
  expect(end).toBe(10);
  expect(first).toBeLessThan(end);
});

test("scrolling to a row moves as little as possible", () => {
  expect(scrollToRow(2, 100, 200, 24)).toBe(48);
  expect(scrollToRow(20, 100, 200, 24)).toBe(304);
  expect(scrollToRow(5, 100, 200, 24)).toBe(100);
});
