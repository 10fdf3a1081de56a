import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchOutdated } from "./outdated.js";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-outdated-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const forLong = { timeout: 10_000 };

test("says when the file on disk is not the original, and when it is again", async () => {
  const oldPath = join(temporary(), "a.txt");
  writeFileSync(oldPath, "a\r\nb\r\n");
  const seen: boolean[] = [];
  onTestFinished(watchOutdated({ oldPath, oldText: "a\nb\n", isNewFile: false }, (is) => seen.push(is)));
  writeFileSync(oldPath, "newer\n");
  await expect.poll(() => seen, forLong).toEqual([true]);
  writeFileSync(oldPath, "a\nb\n");
  await expect.poll(() => seen, forLong).toEqual([true, false]);
  rmSync(oldPath);
  await expect.poll(() => seen, forLong).toEqual([true, false, true]);
});

test("says when a new file exists meanwhile, and nothing in a folder that doesn't exist", async () => {
  const oldPath = join(temporary(), "new.txt");
  const seen: boolean[] = [];
  onTestFinished(watchOutdated({ oldPath, oldText: "", isNewFile: true }, (is) => seen.push(is)));
  writeFileSync(oldPath, "");
  await expect.poll(() => seen, forLong).toEqual([true]);
  watchOutdated({ oldPath: join(oldPath, "no/folder"), oldText: "", isNewFile: true }, () => {})();
});
