import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { mayHaveChanged, readDiskText } from "./disk-text.js";

test("a text of the same length, written right after the first was read, is not taken for that one", async () => {
  const path = writeTo(temporaryDirectory(), "a.txt", "");
  let fresh = 0;
  for (let round = 0; round < 200; round++) {
    writeFileSync(path, "one");
    const read = await readDiskText(path, 100);
    writeFileSync(path, "two");
    if (read.kind !== "text") throw new Error(`It was read as ${read.kind}`);
    // Whether the two bear the same time depends on the system; that the first one is not relied on does not.
    if (read.stamp.isFresh) fresh++;
    expect(await mayHaveChanged(path, read.stamp)).toBe(true);
  }
  // A busy machine may be slow at one of them, not at all.
  expect(fresh).toBeGreaterThan(0);
});

test("a byte-order mark is no part of the text", async () => {
  const path = writeTo(temporaryDirectory(), "a.txt", "\uFEFFone\r\ntwo");
  expect(await readDiskText(path, 100)).toMatchObject({ kind: "text", text: "one\r\ntwo" });
});

test("what is no file of sensible size is not read", async () => {
  const folder = temporaryDirectory();
  mkdirSync(join(folder, "folder"));
  symlinkSync("loop", join(folder, "loop"));
  const path = writeTo(folder, "a.txt", "too long");
  expect(await readDiskText(path, 3)).toEqual({ kind: "too big", bytes: 8 });
  rmSync(path);
  for (const name of ["a.txt", "a.txt/b", "folder", "loop"])
    expect(await readDiskText(join(folder, name), 100)).toEqual({ kind: "missing" });
});
