/** With real folders and the system's file watches. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { SharedWatches } from "./shared-watches.js";

let root: string;
let watches: SharedWatches;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  watches = new SharedWatches();
  mkdirSync(join(root, "above/folder"), { recursive: true });
  onTestFinished(() => {
    watches.close();
    rmSync(root, { recursive: true, force: true });
  });
});

/** Counts the reported changes of a folder. */
function count(folder: string): { readonly count: number; stop(): void } {
  let received = 0;
  const stop = watches.add(folder, () => received++);
  return {
    get count() {
      return received;
    },
    stop,
  };
}

test("reports changed names to each listener until it stops", async () => {
  const folder = join(root, "above/folder");
  const seen: boolean[] = [];
  watches.add(folder, (changes) => seen.push(changes.has("a.txt"), changes.has("b.txt")));
  const other = count(folder);
  writeFileSync(join(folder, "a.txt"), "");
  await expect.poll(() => seen).toEqual([true, false]);
  expect(other.count).toBe(1);
  other.stop();
  writeFileSync(join(folder, "b.txt"), "");
  await expect.poll(() => seen).toEqual([true, false, false, true]);
  expect(other.count).toBe(1);
});

test("watches a folder again that was removed and recreated, even along with its parents", async () => {
  const folder = join(root, "above/folder");
  const received = count(folder);
  rmSync(join(root, "above"), { recursive: true });
  await expect.poll(() => received.count).toBe(1);
  mkdirSync(join(root, "above"));
  mkdirSync(folder);
  await expect.poll(() => received.count).toBeGreaterThan(1);
  const before = received.count;
  writeFileSync(join(folder, "a.txt"), "");
  await expect.poll(() => received.count).toBeGreaterThan(before);
});

test("watches a new folder at the path of a renamed one", async () => {
  const folder = join(root, "above/folder");
  const received = count(folder);
  renameSync(folder, join(root, "above/old"));
  mkdirSync(folder);
  await expect.poll(() => received.count).toBeGreaterThan(0);
  const before = received.count;
  writeFileSync(join(folder, "a.txt"), "");
  await expect.poll(() => received.count).toBeGreaterThan(before);
});

test("a folder replaced by a link to itself is gone, and is back once it is a folder again", async () => {
  const folder = join(root, "above/folder");
  const received = count(folder);
  rmSync(folder, { recursive: true });
  symlinkSync("folder", folder);
  await expect.poll(() => received.count).toBe(1);
  rmSync(folder);
  mkdirSync(folder);
  await expect.poll(() => received.count).toBe(2);
});
