import { expect, test } from "vitest";
import { shownName } from "./invisible.js";

test("a name cannot turn round what follows it, break its line or be without end", () => {
  expect(shownName("a\u202eb\u0000c\ud800d\ne")).toBe("a\uFFFDb\uFFFDc\uFFFDd\uFFFDe");
  expect(shownName("x".repeat(1_000_000))).toHaveLength(301);
});

test("an ordinary name stays as it is", () => {
  for (const name of ["\u273b [Claude Code] a (b).ts (1) \u29c9", "Über 😀 [[it]] <b>.md"])
    expect(shownName(name)).toBe(name);
});
