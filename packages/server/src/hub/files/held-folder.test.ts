import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { FolderMoved, holdFolder, holdNewFolder } from "./held-folder.js";

/** What only Linux can: name a folder by its descriptor. */
const onLinux = test.runIf(process.platform === "linux");

onLinux("what is done in a held folder stays there when a link takes its place", () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  writeTo(folder, "a/x.txt", "inside");
  writeTo(outside, "x.txt", "outside");
  const held = holdFolder(join(folder, "a"));
  onTestFinished(() => held.close());
  renameSync(join(folder, "a"), join(folder, "b"));
  symlinkSync(outside, join(folder, "a"));
  expect(readFileSync(join(held.path, "x.txt"), "utf8")).toBe("inside");
  writeFileSync(join(held.path, "new.txt"), "");
  expect(readdirSync(join(folder, "b"))).toEqual(["new.txt", "x.txt"]);
  expect(readdirSync(outside)).toEqual(["x.txt"]);
});

test("a path with a link in it is refused, in the last place and in one before", () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  mkdirSync(join(outside, "deep"));
  symlinkSync(outside, join(folder, "link"));
  for (const path of ["link", "link/deep"]) expect(() => holdFolder(join(folder, path))).toThrow(FolderMoved);
  expect(() => holdNewFolder(join(folder, "link/new/er"), folder)).toThrow(FolderMoved);
  expect(readdirSync(outside)).toEqual(["deep"]);
});

test("folders that are missing are made, and those that are there are taken", () => {
  const folder = temporaryDirectory();
  for (const name of ["0.txt", "1.txt"]) {
    const held = holdNewFolder(join(folder, "a/b/c"), folder);
    writeFileSync(join(held.path, name), "");
    held.close();
  }
  expect(readdirSync(join(folder, "a/b/c"))).toEqual(["0.txt", "1.txt"]);
});

test("a folder that was deleted is not made again, nor anything above it", () => {
  const parent = temporaryDirectory();
  const root = join(parent, "gone/project");
  for (const path of [root, join(root, "a"), join(root, "a/b")])
    expect(() => holdNewFolder(path, root)).toThrow(expect.objectContaining({ code: "ENOENT" }));
  expect(existsSync(join(parent, "gone"))).toBe(false);
});
