import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parsePlace } from "./place.js";

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
])("%s", (words, name, lines) => {
  const path = join(root, name);
  expect(parsePlace(words, [root])).toEqual(lines ? { path, lines } : { path });
});

test("it is looked for in every folder, and an absolute path is taken as it is", () => {
  const src = join(root, "src");
  expect(parsePlace("d.ts", [root, src]).path).toBe(join(src, "d.ts"));
  expect(parsePlace(join(root, "a.ts"), [src]).path).toBe(join(root, "a.ts"));
});

test.each([
  ["", /Name a file/],
  ["nothing.ts", /There is no nothing\.ts in /],
  ["a.ts:0", /Lines count from 1/],
  ["a.ts:7-5", /7-5 is not possible/],
])("%j is refused with words", (words, message) => {
  expect(() => parsePlace(words, [root])).toThrow(message);
});
