import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchOutdated } from "./watch-outdated.js";

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), "tandem-outdated-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

const patient = { timeout: 10_000 };

test("says when the file is no longer that of the proposal, and when it is again", async () => {
  const oldPath = join(temporary(), "a.txt");
  writeFileSync(oldPath, "a\r\nb\r\n");
  const seen: boolean[] = [];
  onTestFinished(watchOutdated({ oldPath, oldText: "a\nb\n", isNewFile: false }, (is) => seen.push(is)));
  writeFileSync(oldPath, "newer\n");
  await expect.poll(() => seen, patient).toEqual([true]);
  writeFileSync(oldPath, "a\nb\n");
  await expect.poll(() => seen, patient).toEqual([true, false]);
  rmSync(oldPath);
  await expect.poll(() => seen, patient).toEqual([true, false, true]);
});

test("says when a new file has appeared, and nothing without a folder", async () => {
  const oldPath = join(temporary(), "new.txt");
  const seen: boolean[] = [];
  onTestFinished(watchOutdated({ oldPath, oldText: "", isNewFile: true }, (is) => seen.push(is)));
  writeFileSync(oldPath, "");
  await expect.poll(() => seen, patient).toEqual([true]);
  watchOutdated({ oldPath: join(oldPath, "no/folder"), oldText: "", isNewFile: true }, () => {})();
});
