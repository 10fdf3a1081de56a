/** With real folders and the system's file watches. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LogEntry } from "@tandem-ide/base";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { type DiskChange, DiskWatch } from "./disk-watch.js";

async function watched(folder: string, maxFolders = 100) {
  const changes: DiskChange[] = [];
  const entries: LogEntry[] = [];
  const log = (entry: LogEntry) => entries.push(entry);
  const watch = new DiskWatch({ folder, maxFolders, log, onChanges: (changed) => changes.push(...changed) });
  onTestFinished(() => watch.close());
  await watch.ready;
  return { watch, changes, entries };
}

test("reports every write from before settle", async () => {
  const folder = temporaryDirectory();
  const path = writeTo(folder, "deep/down/a.txt", "");
  const { watch, changes } = await watched(folder);
  for (let round = 1; round <= 50; round++) {
    writeFileSync(path, String(round));
    await watch.settle();
    expect(changes.splice(0)).toEqual([{ path, kind: "changed" }]);
  }
});

test("reports created and deleted files, even in new folders", async () => {
  const folder = temporaryDirectory();
  const { watch, changes } = await watched(folder);
  const a = writeTo(folder, "new/deeper/a.txt", "");
  await expect.poll(() => changes).toContainEqual({ path: a, kind: "created" });
  changes.length = 0;
  const b = join(folder, "new/deeper/b.txt");
  renameSync(a, b);
  await watch.settle();
  expect(changes).toEqual([
    { path: a, kind: "deleted" },
    { path: b, kind: "created" },
  ]);
  changes.length = 0;
  rmSync(join(folder, "new"), { recursive: true });
  await expect.poll(() => changes).toContainEqual({ path: b, kind: "deleted" });
  expect(watch.size).toBe(1);
});

test("reports the files of a folder that is moved in", async () => {
  const folder = temporaryDirectory();
  const outside = join(temporaryDirectory(), "moved");
  writeTo(outside, "deep/a.txt", "");
  const { watch, changes } = await watched(folder);
  renameSync(outside, join(folder, "moved"));
  await expect.poll(() => changes).toContainEqual({ path: join(folder, "moved/deep/a.txt"), kind: "created" });
  changes.length = 0;
  writeFileSync(join(folder, "moved/deep/a.txt"), "x");
  await watch.settle();
  expect(changes).toEqual([{ path: join(folder, "moved/deep/a.txt"), kind: "changed" }]);
});

test.skipIf(process.platform !== "linux")("doesn't watch ignored folders, or more than the limit", async () => {
  const folder = temporaryDirectory();
  for (const name of ["node_modules/x/y", ".git/objects", "dist/z"]) mkdirSync(join(folder, name), { recursive: true });
  const { watch, changes } = await watched(folder);
  // The folder itself, and node_modules for packages that are added or removed.
  expect(watch.size).toBe(2);
  writeTo(folder, "node_modules/x/index.js", "");
  writeTo(folder, "dist/z/index.js", "");
  writeTo(folder, "seen.txt", "");
  await watch.settle();
  expect(changes).toEqual([{ path: join(folder, "seen.txt"), kind: "created" }]);

  const wide = temporaryDirectory();
  for (let index = 0; index < 10; index++) mkdirSync(join(wide, String(index)));
  const few = await watched(wide, 4);
  expect(few.watch.size).toBe(4);
  expect(few.entries).toEqual([{ level: "warn", message: `Watching only the first 4 folders of ${wide}` }]);
});

test("reports nothing after close", async () => {
  const folder = temporaryDirectory();
  const { watch, changes } = await watched(folder);
  writeTo(folder, "a.txt", "");
  watch.close();
  await watch.settle();
  expect(changes).toEqual([]);
});
