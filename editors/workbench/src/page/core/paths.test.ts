import { expect, test } from "vitest";
import { fileNameOf, folderOf, foldersAbove, shortPath, workspaceFolderOf } from "./paths.js";

const folders = [
  { path: "/w/app", name: "app" },
  { path: "/w/app/inner", name: "inner" },
];

test("a path is in the innermost folder, and not in one that only begins alike", () => {
  expect(workspaceFolderOf("/w/app/inner/a.ts", folders, "/")?.name).toBe("inner");
  expect(workspaceFolderOf("/w/application/a.ts", folders, "/")).toBeUndefined();
});

test("a path is short relative to its folder, which is named when there are several", () => {
  expect(shortPath("/w/app/src/a.ts", folders, "/")).toBe("app/src/a.ts");
  expect(shortPath("/w/app/src/a.ts", folders.slice(0, 1), "/")).toBe("src/a.ts");
  expect(shortPath("/elsewhere/a.ts", folders, "/")).toBe("/elsewhere/a.ts");
  expect(shortPath("C:\\w\\src\\a.ts", [{ path: "C:\\w", name: "w" }], "\\")).toBe("src\\a.ts");
});

test("the folders above a file are opened from the outside in", () => {
  expect(foldersAbove("/w/app/src/deep/a.ts", folders.slice(0, 1), "/")).toEqual([
    "/w/app",
    "/w/app/src",
    "/w/app/src/deep",
  ]);
  expect(foldersAbove("/elsewhere/a.ts", folders, "/")).toEqual([]);
});

test("names and folders of paths, with the host's separator", () => {
  expect([fileNameOf("/w/a.ts", "/"), folderOf("/w/a.ts", "/")]).toEqual(["a.ts", "/w"]);
  expect([fileNameOf("C:\\w\\a.ts", "\\"), folderOf("C:\\w\\a.ts", "\\")]).toEqual(["a.ts", "C:\\w"]);
});
