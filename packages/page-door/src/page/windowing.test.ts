import { expect, test } from "vitest";
import { isAtEnd, scrollToRow, visibleRows } from "./windowing.js";

test("only the rows in view and a few around them are made, whatever the length of the list", () => {
  expect(visibleRows(24_000, 480, 24, 50_000, 8)).toEqual({ first: 992, end: 1028 });
  expect(visibleRows(0, 480, 24, 50_000, 8)).toEqual({ first: 0, end: 28 });
});

test("a list that is shorter than the view is made as a whole, and one that became shorter still has rows", () => {
  expect(visibleRows(0, 480, 24, 3)).toEqual({ first: 0, end: 3 });
  expect(visibleRows(0, 480, 24, 0)).toEqual({ first: 0, end: 0 });
  expect(visibleRows(100_000, 480, 24, 10)).toEqual({ first: 9, end: 10 });
});

test("scrolling to a row moves as little as possible", () => {
  expect(scrollToRow(2, 100, 200, 24)).toBe(48);
  expect(scrollToRow(20, 100, 200, 24)).toBe(304);
  expect(scrollToRow(5, 100, 200, 24)).toBe(100);
});

test("the end is in view until somebody scrolls up", () => {
  expect(isAtEnd(2000, 400, 24, 100)).toBe(true);
  expect(isAtEnd(1990.5, 400, 24, 100)).toBe(true);
  expect(isAtEnd(1976, 400, 24, 100)).toBe(false);
  expect(isAtEnd(0, 400, 24, 3)).toBe(true);
});
