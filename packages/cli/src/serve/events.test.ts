import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { describeEvent } from "./events.js";

const asked = (code: string) =>
  describeEvent({ event: "code-asked", question: 7, code }, (path) => path, createColors(false)).split("\n");

test("code that is asked about is shown as it stands: with its indentation, and what would hide a part of it written out", () => {
  expect(asked("if x:\n    a()\n\tb()  # c\rd()\u202e")).toEqual([
    "• Code 7: Claude Code wants to run",
    "    if x:",
    "        a()",
    "    \tb()  # c^Md()<U+202E>",
    "  Decide in the page, or type allow 7 or deny 7.",
  ]);
});

test("of a long line that is not shown to its end, as of many lines, it is said how to see the rest", () => {
  const long = asked(`x = 1${" ".repeat(1000)}; evil()`);
  expect(long[1]).toMatch(/…$/);
  expect(long).toContainEqual(expect.stringContaining("type code 7"));
  expect(asked("a\n".repeat(100))).toContainEqual("    … and 61 lines more: type code 7 to see all of it");
});

test("when the last window was closed it is said which reviews wait, and how to decide", () => {
  const unseen = (reviews: number[]) =>
    describeEvent({ event: "reviews-unseen", reviews }, (path) => path, createColors(false));
  expect(unseen([2])).toBe(
    "• Review 2 waits, and no window is open. Type page to open one, or show 2, accept 2 or reject 2.",
  );
  expect(unseen([2, 3])).toMatch(/^• Reviews 2, 3 wait, and no window is open\./);
});
