import { expect, test } from "vitest";
import { readMarkdown } from "./read-markdown.js";

test("parses ordinary text", () => {
  const table = `|a|b|\n|-|-|\n${"|*1*|[x](y)|\n".repeat(60)}`;
  const list = Array.from({ length: 8 }, (_each, depth) => `${"  ".repeat(depth)}- item`).join("\n");
  const many = "A *word* with a [link](https://example.com).\n\n".repeat(2000);
  for (const text of ["", "# Title\n\n> quote", table, list, many]) expect(readMarkdown(text)).toBeDefined();
});

test.each([
  ["quotes", ">".repeat(20_000)],
  ["spaced quotes", "> ".repeat(20_000)],
  ["lists", "- ".repeat(20_000)],
  ["numbered lists", "1. ".repeat(20_000)],
  ["emphasis", "*a ".repeat(20_000)],
  ["underscores", "_a ".repeat(20_000)],
  ["links", "[a](".repeat(20_000)],
  ["brackets", "[".repeat(20_000)],
  ["pictures", "![a](".repeat(20_000)],
])("20,000 %s do not stop the page", (_name, text) => {
  // The fastest of three, because the machine may be busy during the others.
  const times = [1, 2, 3].map(() => {
    const start = performance.now();
    expect(readMarkdown(text)).toBeUndefined();
    return performance.now() - start;
  });
  expect(Math.min(...times)).toBeLessThan(500);
});
