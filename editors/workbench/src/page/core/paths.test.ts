import { expect, test } from "vitest";
import { fileNameOf, folderOf, foldersAbove, shortPath, workspaceFolderOf } from "./paths.js";

const folders = [
  { path: "/w/app", name: "app" },
  { path: "/w/app/inner", name: "inner" },
];
const both = { folders, separator: "/" };
const single = { folders: folders.slice(0, 1), separator: "/" };

test("finds the innermost folder of a path, and ignores folders with the same prefix", () => {
  expect(workspaceFolderOf("/w/app/inner/a.ts", both)?.name).toBe("inner");
  expect(workspaceFolderOf("/w/application/a.ts", both)).toBeUndefined();
});

test("shortens a path relative to its folder, and names the folder when there are several", () => {
  expect(shortPath("/w/app/src/a.ts", both)).toBe("app/src/a.ts");
  expect(shortPath("/w/app/src/a.ts", single)).toBe("src/a.ts");
  expect(shortPath("/elsewhere/a.ts", both)).toBe("/elsewhere/a.ts");
  expect(shortPath("C:\\w\\src\\a.ts", { folders: [{ path: "C:\\w", name: "w" }], separator: "\\" })).toBe("src\\a.ts");
});

test("lists the folders above a file from the outside in", () => {
  expect(foldersAbove("/w/app/src/deep/a.ts", single)).toEqual(["/w/app", "/w/app/src", "/w/app/src/deep"]);
  expect(foldersAbove("/elsewhere/a.ts", both)).toEqual([]);
});

test("splits a path into folder and name, with the host's separator", () => {
  expect([fileNameOf("/w/a.ts", "/"), folderOf("/w/a.ts", "/")]).toEqual(["a.ts", "/w"]);
  expect([fileNameOf("C:\\w\\a.ts", "\\"), folderOf("C:\\w\\a.ts", "\\")]).toEqual(["a.ts", "C:\\w"]);
});
