import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { mayHaveChanged, readDiskText } from "./disk-text.js";

test("detects a write of the same length right after a read", async () => {
  const path = writeTo(temporaryDirectory(), "a.txt", "");
  let fresh = 0;
  for (let round = 0; round < 200; round++) {
    writeFileSync(path, "one");
    const read = await readDiskText(path, 100);
    writeFileSync(path, "two");
    if (read.kind !== "text") throw new Error(`It was read as ${read.kind}`);
    // Whether both writes have the same time depends on the system, but the first one must never be relied on.
    if (read.stamp.isFresh) fresh++;
    expect(await mayHaveChanged(path, read.stamp)).toBe(true);
  }
  // A busy machine may be too slow in some rounds, but not in all.
  expect(fresh).toBeGreaterThan(0);
});

test("removes a byte-order mark", async () => {
  const path = writeTo(temporaryDirectory(), "a.txt", "\uFEFFone\r\ntwo");
  expect(await readDiskText(path, 100)).toMatchObject({ kind: "text", text: "one\r\ntwo" });
});

test("reads only regular files within the size limit", async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "folder"));
  symlinkSync("loop", join(folder, "loop"));
  const path = writeTo(folder, "a.txt", "too long");
  expect(await readDiskText(path, 3)).toEqual({ kind: "too big", bytes: 8 });
  rmSync(path);
  for (const name of ["a.txt", "a.txt/b", "folder", "loop"])
    expect(await readDiskText(join(folder, name), 100)).toEqual({ kind: "missing" });
});
