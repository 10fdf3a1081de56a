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

test("a rule is added behind the last line, whatever ends that", async () => {
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

test("a rule that was added to rules in UTF-16 was noise in them: they are left alone, and the user is told what to do", async () => {
  const content = Buffer.from("\uFEFFa\r\n", "utf16le");
  const file = rulesFile(content);
  await expect(addRule(file, "/b")).rejects.toThrow(/No rule was added to \.tandemignore .*save the file as UTF-8/);
  expect(readFileSync(file)).toEqual(content);
});
