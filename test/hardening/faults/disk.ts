/** A disk that is really full: a tmpfs of a few pages. */
import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished, test } from "vitest";
import { temporaryDirectory } from "../../endpoint.js";

export const isRoot = process.getuid?.() === 0;

/** Mounting needs root. An ordinary user could mount in a namespace, but this process would not see the files in there. */
export const withDisk: ReturnType<typeof test.skipIf> = test.skipIf(!isRoot);
if (!isRoot) console.warn("Skipped: a full disk needs root, who may mount one.");

/** A separate disk of this size. */
export function tinyDisk(kilobytes: number): string {
  const folder = temporaryDirectory();
  const options = `size=${kilobytes}k,mode=0700`;
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tandem", folder]);
  if (status !== 0) throw new Error(`No tmpfs: ${stderr}`);
  // Before the folder is removed. Unmounts lazily, because a program that is still exiting may have it open.
  onTestFinished(() => void spawnSync("umount", ["-l", folder]));
  return folder;
}

/** Fills a disk to the last page. The returned function frees the space. */
export function fill(folder: string): () => void {
  const path = join(folder, "filler");
  try {
    for (;;) writeFileSync(path, "x".repeat(4096), { flag: "a" });
  } catch {
    // ENOSPC: it is full.
  }
  return () => rmSync(path, { force: true });
}
