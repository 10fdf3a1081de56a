import { expect, test } from "vitest";
import { comparedLines } from "./compared-lines.js";

const signs = { added: "+", removed: "-", same: " ", gap: "…" };
const shown = (before: string, after: string) =>
  comparedLines(before, after).map(({ kind, text }) => `${signs[kind]}${text}`);

test("what goes and comes is shown with three lines around it", () => {
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

test("two changes that are close share what is between them", () => {
  expect(shown("a\nb\nc\nd", "A\nb\nc\nD")).toEqual(["-a", "+A", " b", " c", "-d", "+D"]);
});

test("a file that is not there gives only lines that come", () => {
  expect(shown("", "x\ny\n")).toEqual(["+x", "+y", " "]);
});

test("nothing is cut in the middle of a text that has more changes than anybody reads", () => {
  expect(comparedLines("", "x\n".repeat(6000)).length).toBe(5001);
});
