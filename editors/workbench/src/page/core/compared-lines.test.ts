import { expect, test } from "vitest";
import { comparedLines } from "./compared-lines.js";

const signs = { added: "+", removed: "-", same: " ", gap: "…" };
const shown = (before: string, after: string) =>
  comparedLines(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);

test("shows each change with three lines of context", () => {
  const before = Array.from({ length: 30 }, (_, index) => `${index}`).join("\n");
  const after = before.replace("\n10\n", "\nten\n").replace("\n25\n", "\n25\nnew\n");
  expect(shown(before, after)).toEqual([
    "…",
    " 7",
    " 8",
    " 9",
    "-10",
    "+ten",
    " 11",
    " 12",
    " 13",
    "…",
    " 23",
    " 24",
    " 25",
    "+new",
    " 26",
    " 27",
    " 28",
    "…",
  ]);
});

test("shows the lines between two close changes once", () => {
  expect(shown("a\nb\nc\nd", "A\nb\nc\nD")).toEqual(["-a", "+A", " b", " c", "-d", "+D"]);
});

test("shows only added lines for a missing file", () => {
  expect(shown("", "x\ny\n")).toEqual(["+x", "+y", " "]);
});

test("cuts off a huge comparison at its end only", () => {
  expect(comparedLines("", "x\n".repeat(6000)).length).toBe(5001);
});
