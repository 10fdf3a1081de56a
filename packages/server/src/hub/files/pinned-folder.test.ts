import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryDirectory, writeTo } from "../../testing/temporary.js";
import { FolderMoved, pinFolder, pinNewFolder } from "./pinned-folder.js";

/** Only Linux can name a folder by its descriptor. */
const onLinux = test.runIf(process.platform === "linux");

onLinux("operations in a pinned folder stay there if a link replaces it", () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  writeTo(folder, "a/x.txt", "inside");
  writeTo(outside, "x.txt", "outside");
  const held = pinFolder(join(folder, "a"));
  onTestFinished(() => held.close());
  renameSync(join(folder, "a"), join(folder, "b"));
  symlinkSync(outside, join(folder, "a"));
  expect(readFileSync(join(held.path, "x.txt"), "utf8")).toBe("inside");
  writeFileSync(join(held.path, "new.txt"), "");
  expect(readdirSync(join(folder, "b"))).toEqual(["new.txt", "x.txt"]);
  expect(readdirSync(outside)).toEqual(["x.txt"]);
});

test("rejects a path that contains a link, at the end or before it", () => {
  const folder = temporaryDirectory();
  const outside = temporaryDirectory();
  mkdirSync(join(outside, "deep"));
  symlinkSync(outside, join(folder, "link"));
  for (const path of ["link", "link/deep"]) expect(() => pinFolder(join(folder, path))).toThrow(FolderMoved);
  expect(() => pinNewFolder(join(folder, "link/new/er"), folder)).toThrow(FolderMoved);
  expect(readdirSync(outside)).toEqual(["deep"]);
});

test("creates missing folders and uses existing ones", () => {
  const folder = temporaryDirectory();
  for (const name of ["0.txt", "1.txt"]) {
    const held = pinNewFolder(join(folder, "a/b/c"), folder);
    writeFileSync(join(held.path, name), "");
    held.close();
  }
  expect(readdirSync(join(folder, "a/b/c"))).toEqual(["0.txt", "1.txt"]);
});

test("doesn't create a deleted root folder or its parents", () => {
  const parent = temporaryDirectory();
  const root = join(parent, "gone/project");
  for (const path of [root, join(root, "a"), join(root, "a/b")])
    expect(() => pinNewFolder(path, root)).toThrow(expect.objectContaining({ code: "ENOENT" }));
  expect(existsSync(join(parent, "gone"))).toBe(false);
});
