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

test("the text is still unsaved after a failed save", () => {
  const buffer = bufferOf("old\r\n");
  buffer.text = "new\n";
  rmSync(buffer.path);
  mkdirSync(buffer.path);
  expect(() => buffer.save()).toThrow("EISDIR");
  expect(buffer.isDirty).toBe(true);
});

test("saving keeps the file's line endings and byte-order mark", () => {
  const buffer = bufferOf("\uFEFFa\r\nb\r\n");
  buffer.text = "a\nX\nb\n";
  buffer.save();
  expect([readFileSync(buffer.path, "utf8"), buffer.isDirty]).toEqual(["\uFEFFa\r\nX\r\nb\r\n", false]);
});
