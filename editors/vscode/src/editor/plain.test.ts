import { expect, test } from "vitest";
import { linesOf, toRange, toSelection } from "./plain.js";

const at = (line: number, character: number) => ({ line, character });

test("a range is only its numbers", () => {
  const withMethods = { start: { ...at(1, 2), translate: () => {} }, end: { ...at(3, 4), translate: () => {} } };
  expect(toRange(withMethods)).toEqual({ start: at(1, 2), end: at(3, 4) });
});

test("the text of a selection has LF, and its cursor is the moving end", () => {
  const selection = { start: at(0, 1), end: at(1, 2), active: at(0, 1) };
  expect(toSelection("/a.txt", "ne\r\ntw", selection)).toEqual({
    path: "/a.txt",
    text: "ne\ntw",
    range: { start: at(0, 1), end: at(1, 2) },
    cursor: at(0, 1),
  });
});

test("a selection that began with U+FEFF lost it", () => {
  const selection = { start: at(0, 1), end: at(0, 3), active: at(0, 3) };
  expect(toSelection("/a.txt", "\uFEFFa", selection).text).toBe("\uFEFFa");
});

test("a selection of whole lines mentions those lines and not the one behind", () => {
  expect(linesOf({ start: at(1, 0), end: at(3, 0) })).toEqual({ start: 1, end: 2 });
  expect(linesOf({ start: at(1, 0), end: at(3, 1) })).toEqual({ start: 1, end: 3 });
});

test("the cursor alone is its line", () => {
  expect(linesOf({ start: at(4, 0), end: at(4, 0) })).toEqual({ start: 4, end: 4 });
});
