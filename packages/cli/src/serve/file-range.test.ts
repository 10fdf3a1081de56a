import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parseFileRange } from "./file-range.js";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "tandem-cli-"));
  mkdirSync(join(root, "src"));
  for (const name of ["a.ts", "b c.ts", "odd:5", "src/d.ts"]) writeFileSync(join(root, name), "");
});
afterAll(() => rmSync(root, { recursive: true }));

test.each([
  ["a.ts", "a.ts", undefined],
  ["a.ts:5", "a.ts", { start: 4, end: 4 }],
  ["a.ts:5-7", "a.ts", { start: 4, end: 6 }],
  ["a.ts#L5-7", "a.ts", { start: 4, end: 6 }],
  ["a.ts#L5-L7", "a.ts", { start: 4, end: 6 }],
  ["b c.ts:1", "b c.ts", { start: 0, end: 0 }],
  ['"b c.ts"', "b c.ts", undefined],
  ["odd:5", "odd:5", undefined],
  ["odd:5:6", "odd:5", { start: 5, end: 5 }],
  ["src", "src", undefined],
  ["src/d.ts", "src/d.ts", undefined],
])("%s", (input, name, lines) => {
  const path = join(root, name);
  expect(parseFileRange(input, [root])).toEqual(lines ? { path, lines } : { path });
});

test("searches every folder and accepts absolute paths", () => {
  const src = join(root, "src");
  expect(parseFileRange("d.ts", [root, src]).path).toBe(join(src, "d.ts"));
  expect(parseFileRange(join(root, "a.ts"), [src]).path).toBe(join(root, "a.ts"));
});

test.each([
  ["", /Add a file/],
  ["nothing.ts", /Can't find nothing\.ts in /],
  ["a.ts:0", /Lines are counted from 1/],
  ["a.ts:7-5", /Invalid lines: 7-5/],
])("%j is refused", (input, message) => {
  expect(() => parseFileRange(input, [root])).toThrow(message);
});
