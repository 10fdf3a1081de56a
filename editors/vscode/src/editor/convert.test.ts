import { expect, test } from "vitest";
import { linesOf, toRange, toSelection } from "./convert.js";

const at = (line: number, character: number) => ({ line, character });

test("returns a range as a plain object", () => {
  const withMethods = { start: { ...at(1, 2), translate: () => {} }, end: { ...at(3, 4), translate: () => {} } };
  expect(toRange(withMethods)).toEqual({ start: at(1, 2), end: at(3, 4) });
});

test("a selection has LF line endings and the active end as its cursor", () => {
  const selection = { start: at(0, 1), end: at(1, 2), active: at(0, 1) };
  expect(toSelection("/a.txt", "ne\r\ntw", selection)).toEqual({
    path: "/a.txt",
    text: "ne\ntw",
    range: { start: at(0, 1), end: at(1, 2) },
    cursor: at(0, 1),
  });
});

test("keeps U+FEFF at the start of a selection", () => {
  const selection = { start: at(0, 1), end: at(0, 3), active: at(0, 3) };
  expect(toSelection("/a.txt", "\uFEFFa", selection).text).toBe("\uFEFFa");
});

test("a selection of whole lines doesn't mention the line after them", () => {
  expect(linesOf({ start: at(1, 0), end: at(3, 0) })).toEqual({ start: 1, end: 2 });
  expect(linesOf({ start: at(1, 0), end: at(3, 1) })).toEqual({ start: 1, end: 3 });
});

test("an empty selection mentions the line of the cursor", () => {
  expect(linesOf({ start: at(4, 0), end: at(4, 0) })).toEqual({ start: 4, end: 4 });
});
