import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { CommandError } from "../exit-codes.js";
import { readRecording } from "./read-recording.js";

test("a recording that is too large is refused with advice", async () => {
  const folder = await mkdtemp(join(tmpdir(), "tandem-recording-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "large.jsonl");
  await writeFile(file, '{"recording":1,"at":"","editor":"E","folders":[]}\n');
  expect(await readRecording(file, { cwd: folder }, "")).toMatchObject({ header: { editor: "E" }, entries: [] });
  // Sparse: it takes no space on the disk.
  await truncate(file, 600 * 1024 * 1024);
  const reading = readRecording(file, { cwd: folder }, "");
  await expect(reading).rejects.toBeInstanceOf(CommandError);
  await expect(reading).rejects.toThrow(/600 MB.*head -c 400M .*large\.jsonl/);
});
