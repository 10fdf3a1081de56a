import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { slowFiles } from "./slow-files.js";

test("lists only files that exist, each once", () => {
  expect(slowFiles.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  expect(new Set(slowFiles).size).toBe(slowFiles.length);
});
