import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RecordingError } from "@tandem/inspector";
import { expect, onTestFinished, test } from "vitest";
import { readRecordingFile } from "./read-recording.js";

test("a recording that is too large to be read is refused with what to do, and not with a fault of Node's", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tandem-recording-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "large.jsonl");
  await writeFile(file, '{"recording":1,"at":"","editor":"E","folders":[]}\n');
  expect(await readRecordingFile(file)).toMatchObject({ header: { editor: "E" }, entries: [] });
  // Sparse: it takes no place on the disk.
  await truncate(file, 600 * 1024 * 1024);
  const reading = readRecordingFile(file);
  await expect(reading).rejects.toBeInstanceOf(RecordingError);
  await expect(reading).rejects.toThrow(/600 MB.*head -c 400M .*large\.jsonl/);
});
