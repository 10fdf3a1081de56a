import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { TextBuffer } from "./text-buffer.js";

function bufferOf(content: string): TextBuffer {
  const directory = mkdtempSync(join(tmpdir(), "tandem-test-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const path = join(directory, "a.txt");
  writeFileSync(path, content);
  return new TextBuffer(path, false);
}

test("after a save that failed the text is still unsaved, so that nobody closes it", () => {
  const buffer = bufferOf("old\r\n");
  buffer.text = "new\n";
  rmSync(buffer.path);
  mkdirSync(buffer.path);
  expect(() => buffer.save()).toThrow("EISDIR");
  expect(buffer.isDirty).toBe(true);
});

test("a save keeps the file's line ends and mark", () => {
  const buffer = bufferOf("\uFEFFa\r\nb\r\n");
  buffer.text = "a\nX\nb\n";
  buffer.save();
  expect([readFileSync(buffer.path, "utf8"), buffer.isDirty]).toEqual(["\uFEFFa\r\nX\r\nb\r\n", false]);
});
