import { posix, win32 } from "node:path";
import { expect, test } from "vitest";
import { expandTilde, innermostFolder, isInside, tilde } from "./paths.js";

test.each([
  ["/a/b", "/a/b", true],
  ["/a/b", "/a/b/c", true],
  ["/a/b/", "/a/b", true],
  ["/a/b", "/a/b/", true],
  ["/a/b/", "/a/b/c/", true],
  ["/a/b", "/a", false],
  ["/a/b", "/a/bc", false],
  ["/a/b", "/a/b.txt", false],
  ["/a", "/A/b", false],
  ["/", "/", true],
  ["/", "/a", true],
  ["/a", "/", false],
  ["/a", "/a/..foo", true],
  ["/a", "/a/..foo/x", true],
  ["/a", "/a/...", true],
  ["/a", "/a/../b", false],
  ["/a", "/b/../a/c", true],
  ["/a/b", "/a/..", false],
])("%s contains %s: %s", (folder, path, expected) => {
  expect(isInside(folder, path, posix)).toBe(expected);
});

test.each([
  ["C:\\proj", "C:\\proj", true],
  ["C:\\proj", "C:\\proj\\x", true],
  ["c:/proj/", "C:\\proj\\x", true],
  ["C:\\Proj", "c:\\proj\\x", true],
  ["C:\\work", "C:\\workshop", false],
  ["C:\\a", "C:\\a\\..foo", true],
  ["C:\\", "C:\\x", true],
  ["D:\\", "C:\\x", false],
  ["C:\\a", "D:\\a\\b", false],
  ["\\\\host\\share", "\\\\host\\share\\x", true],
  ["\\\\host\\share", "\\\\host\\other\\x", false],
])("on Windows %s contains %s: %s", (folder, path, expected) => {
  expect(isInside(folder, path, win32)).toBe(expected);
});

test("returns the innermost of nested folders", () => {
  const folders = ["/a", "/a/b/c", "/a/b", "/a/bc"];
  expect(innermostFolder(folders, "/a/b/x")).toBe("/a/b");
  expect(innermostFolder(folders, "/a/b/c")).toBe("/a/b/c");
  expect(innermostFolder(folders, "/x")).toBeUndefined();
});

test("shortens the home directory to a tilde, but not its sibling", () => {
  expect(tilde("/home/ada", "/home/ada")).toBe("~");
  expect(tilde("/home/ada/engine", "/home/ada")).toBe("~/engine");
  expect(tilde("/home/adam/engine", "/home/ada")).toBe("/home/adam/engine");
});

test("expands a tilde only at the start of a path", () => {
  expect(expandTilde("~", "/home/ada")).toBe("/home/ada");
  expect(expandTilde("~/engine", "/home/ada")).toBe("/home/ada/engine");
  for (const path of ["~adam/x", "/a/~/b", "a~"]) expect(expandTilde(path, "/home/ada")).toBe(path);
});
