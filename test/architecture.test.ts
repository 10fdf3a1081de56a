/** ARCHITECTURE.md against the tree: every file and folder that it names is there. */
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const text = readFileSync(`${root}/ARCHITECTURE.md`, "utf8");

/** The part of the page under a heading. */
function section(title: string): string {
  const [, after = ""] = text.split(`\n## ${title}\n`);
  return after.split("\n## ")[0] ?? "";
}

/** What is written as code and begins with one of the top folders. */
function paths(part: string): string[] {
  const found = part.matchAll(/`((?:packages|editors|examples|test|bench|api|scripts)(?:\/[\w.-]+)*\/?)`/g);
  return [...new Set([...found].map(([, path = ""]) => path))];
}

describe.each(["The walk of a call", "The walk of a selection"])("%s", (title) => {
  test("names files, and each is there", () => {
    const files = paths(section(title));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(`${root}/${file}`))).toEqual([]);
  });
});

test("every path in the page is there", () => {
  expect(paths(text).filter((path) => !existsSync(`${root}/${path}`))).toEqual([]);
});
