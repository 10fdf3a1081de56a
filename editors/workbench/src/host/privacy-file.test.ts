import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { addRule } from "./privacy-file.js";

function rulesFile(content?: Buffer | string): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-rules-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, ".tandemignore");
  if (content !== undefined) writeFileSync(file, content);
  return file;
}

test("appends a rule after the last line, with or without a line break", async () => {
  for (const [before, after] of [
    ["a", "a\n/b\n"],
    ["a\n", "a\n/b\n"],
    ["", "/b\n"],
  ] as const) {
    const file = rulesFile(before);
    await addRule(file, "/b");
    expect(readFileSync(file, "utf8")).toBe(after);
  }
});

test("adds no rule to UTF-16 rules, which it would corrupt, and tells the user what to do", async () => {
  const content = Buffer.from("\uFEFFa\r\n", "utf16le");
  const file = rulesFile(content);
  await expect(addRule(file, "/b")).rejects.toThrow(/Can't add a rule to \.tandemignore .*save the file as UTF-8/);
  expect(readFileSync(file)).toEqual(content);
});
