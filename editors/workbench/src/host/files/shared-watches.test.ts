/** With real folders and the system's own watches. */
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

/** Counts what is told of a folder. */
function count(folder: string): { readonly count: number; stop(): void } {
  let told = 0;
  const stop = watches.add(folder, () => told++);
  return {
    get count() {
      return told;
    },
    stop,
  };
}

test("a change is told by name, to each that wants to know, until it stops", async () => {
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

test("a folder that is removed and made anew, even with those above it, is watched again", async () => {
  const folder = join(root, "above/folder");
  const told = count(folder);
  rmSync(join(root, "above"), { recursive: true });
  await expect.poll(() => told.count).toBe(1);
  mkdirSync(join(root, "above"));
  mkdirSync(folder);
  await expect.poll(() => told.count).toBeGreaterThan(1);
  const before = told.count;
  writeFileSync(join(folder, "a.txt"), "");
  await expect.poll(() => told.count).toBeGreaterThan(before);
});

test("another folder in the place of a renamed one is watched", async () => {
  const folder = join(root, "above/folder");
  const told = count(folder);
  renameSync(folder, join(root, "above/old"));
  mkdirSync(folder);
  await expect.poll(() => told.count).toBeGreaterThan(0);
  const before = told.count;
  writeFileSync(join(folder, "a.txt"), "");
  await expect.poll(() => told.count).toBeGreaterThan(before);
});

test("a folder in whose place comes a link to itself has gone, and is back when it is one again", async () => {
  const folder = join(root, "above/folder");
  const told = count(folder);
  rmSync(folder, { recursive: true });
  symlinkSync("folder", folder);
  await expect.poll(() => told.count).toBe(1);
  rmSync(folder);
  mkdirSync(folder);
  await expect.poll(() => told.count).toBe(2);
});
