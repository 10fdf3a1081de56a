import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { describeEvent } from "./events.js";

const asked = (code: string) =>
  describeEvent({ event: "code-asked", question: 7, code }, (path) => path, createColors(false)).split("\n");

test("shows code with its indentation and with invisible characters made visible", () => {
  expect(asked("if x:\n    a()\n\tb()  # c\rd()\u202e")).toEqual([
    "• Code 7: Claude Code wants to run this:",
    "    if x:",
    "        a()",
    "    \tb()  # c^Md()<U+202E>",
    "  Decide in the browser, or type allow 7 or deny 7.",
  ]);
});

test("says how to see all of cut code", () => {
  const long = asked(`x = 1${" ".repeat(1000)}; evil()`);
  expect(long[1]).toMatch(/…$/);
  expect(long).toContainEqual(expect.stringContaining("Type code 7"));
  expect(asked("a\n".repeat(100))).toContainEqual("    … 61 more lines. Type code 7 to see all of it.");
});

test("lists pending reviews when the last window is closed", () => {
  const unseen = (reviews: number[]) =>
    describeEvent({ event: "reviews-unseen", reviews }, (path) => path, createColors(false));
  expect(unseen([2])).toBe(
    "• Review 2 is pending, and no window is open. Type page to open one, or show 2, accept 2 or reject 2.",
  );
  expect(unseen([2, 3])).toMatch(/^• Reviews 2, 3 are pending, and no window is open\./);
});
