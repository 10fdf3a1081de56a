import { mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory, writeTo } from "../testing/temporary.js";
import { FolderMoved, holdFolder, holdNewFolder } from "./held-folder.js";

/** What only Linux can: name a folder by its descriptor. */
const onLinux = test.runIf(process.platform === "linux");

onLinux("what is done in a held folder stays there when a link takes its place", async () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  writeTo(folder, "a/x.txt", "inside");
  writeTo(outside, "x.txt", "outside");
  const held = await holdFolder(join(folder, "a"));
  onTestFinished(() => held.close());
  renameSync(join(folder, "a"), join(folder, "b"));
  symlinkSync(outside, join(folder, "a"));
  expect(readFileSync(join(held.path, "x.txt"), "utf8")).toBe("inside");
  writeFileSync(join(held.path, "new.txt"), "");
  expect(readdirSync(join(folder, "b"))).toEqual(["new.txt", "x.txt"]);
  expect(readdirSync(outside)).toEqual(["x.txt"]);
});

test("a path with a link in it is refused, in the last place and in one before", async () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  mkdirSync(join(outside, "deep"));
  symlinkSync(outside, join(folder, "link"));
  for (const path of ["link", "link/deep"])
    await expect(holdFolder(join(folder, path))).rejects.toMatchObject({ name: FolderMoved.name });
  await expect(holdNewFolder(join(folder, "link/new/er"))).rejects.toMatchObject({ name: FolderMoved.name });
  expect(readdirSync(outside)).toEqual(["deep"]);
});

test("folders that are missing are made, and two who make them at once both have them", async () => {
  const folder = temporaryDirectory();
  const both = await Promise.all([1, 2].map(() => holdNewFolder(join(folder, "a/b/c"))));
  for (const [index, held] of both.entries()) {
    writeFileSync(join(held.path, `${index}.txt`), "");
    await held.close();
  }
  expect(readdirSync(join(folder, "a/b/c"))).toEqual(["0.txt", "1.txt"]);
});
