import { expect, test } from "vitest";
import { isAtEnd, scrollToRow, visibleRows } from "./windowing.js";

test("renders only the rows in view and a few around them", () => {
  expect(visibleRows(24_000, 480, 24, 50_000, 8)).toEqual({ first: 992, end: 1028 });
  expect(visibleRows(0, 480, 24, 50_000, 8)).toEqual({ first: 0, end: 28 });
});

test("renders a short list completely, and rows for a list that became shorter", () => {
  expect(visibleRows(0, 480, 24, 3)).toEqual({ first: 0, end: 3 });
  expect(visibleRows(0, 480, 24, 0)).toEqual({ first: 0, end: 0 });
  expect(visibleRows(100_000, 480, 24, 10)).toEqual({ first: 9, end: 10 });
});

test("scrolls to a row by as little as possible", () => {
  expect(scrollToRow(2, 100, 200, 24)).toBe(48);
  expect(scrollToRow(20, 100, 200, 24)).toBe(304);
  expect(scrollToRow(5, 100, 200, 24)).toBe(100);
});

test("detects the end until the user scrolls up", () => {
  expect(isAtEnd(2000, 400, 24, 100)).toBe(true);
  expect(isAtEnd(1990.5, 400, 24, 100)).toBe(true);
  expect(isAtEnd(1976, 400, 24, 100)).toBe(false);
  expect(isAtEnd(0, 400, 24, 3)).toBe(true);
});
