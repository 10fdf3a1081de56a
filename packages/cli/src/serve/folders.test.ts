import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { CommandError } from "../exit-codes.js";
import { resolveFolders } from "./folders.js";

const commands = ["serve", "ls", "conformance"];
let root: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-")));
  mkdirSync(join(root, "api"));
  symlinkSync("api", join(root, "link"));
  writeFileSync(join(root, "file"), "");
});
afterAll(() => rmSync(root, { recursive: true }));

function refusal(word: string): string {
  try {
    resolveFolders([word], root, commands);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    expect(error.exitCode).toBe(2);
    return [error.message, ...error.advice].join("\n");
  }
  throw new Error("it was taken");
}

test("the default is the current folder, and links are resolved", () => {
  expect(resolveFolders([], root, commands)).toEqual([root]);
  expect(resolveFolders(["api", "link"], root, commands)).toEqual([join(root, "api"), join(root, "api")]);
});

test("refuses other names with a suggestion", () => {
  expect(refusal("conformnce")).toBe(
    "There is no command or folder called conformnce.\nDid you mean: tandem conformance",
  );
  expect(refusal("frobnicate")).toMatch(/tandem --help/);
  expect(refusal("./nothing")).toBe("There is no folder ./nothing.");
  expect(refusal("file")).toMatch(/is a file\. Tandem only opens folders/);
});
