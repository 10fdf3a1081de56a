import { expect, test } from "vitest";
import type { TreeEntry } from "../../messages.js";
import { flattenTree, parentRow, typeAhead } from "./tree-rows.js";

const folder = (path: string): TreeEntry => ({
  path,
  name: path.split("/").at(-1) ?? "",
  isFolder: true,
  isLink: false,
});
const file = (path: string, hidden?: string): TreeEntry => ({
  path,
  name: path.split("/").at(-1) ?? "",
  isFolder: false,
  isLink: false,
  ...(hidden === undefined ? {} : { hidden }),
});

const contents = {
  folders: [{ path: "/w", name: "w" }],
  entries: new Map([
    ["/w", [folder("/w/src"), file("/w/.env", "a rule"), file("/w/readme.md")]],
    ["/w/src", [file("/w/src/a.ts"), file("/w/src/b.ts")]],
  ]),
};

test("lists the rows of expanded folders with level and position", () => {
  const rows = flattenTree({ ...contents, expanded: new Set(["/w", "/w/src"]) });
  expect(rows.map(({ path, level, position, siblings }) => [path, level, `${position} of ${siblings}`])).toEqual([
    ["/w", 1, "1 of 1"],
    ["/w/src", 2, "1 of 3"],
    ["/w/src/a.ts", 3, "1 of 2"],
    ["/w/src/b.ts", 3, "2 of 2"],
    ["/w/.env", 2, "2 of 3"],
    ["/w/readme.md", 2, "3 of 3"],
  ]);
  expect(rows.find(({ path }) => path === "/w/.env")?.hidden).toBe("a rule");
  expect(rows[0]?.isRoot).toBe(true);
});

test("hides the contents of a collapsed folder and remembers expanded subfolders", () => {
  expect(flattenTree({ ...contents, expanded: new Set(["/w/src"]) }).map(({ path }) => path)).toEqual(["/w"]);
});

test("finds the folder that contains a row", () => {
  const rows = flattenTree({ ...contents, expanded: new Set(["/w", "/w/src"]) });
  expect(parentRow(rows, 3)).toBe(1);
  expect(parentRow(rows, 5)).toBe(0);
  expect(parentRow(rows, 0)).toBe(-1);
});

test("finds the next row by prefix, wrapping around, and repeats a letter to step on", () => {
  const rows = flattenTree({ ...contents, expanded: new Set(["/w", "/w/src"]) });
  expect(typeAhead(rows, 0, "r")).toBe(5);
  expect(typeAhead(rows, 5, "s")).toBe(1);
  expect(typeAhead(rows, 5, "re")).toBe(5);
  expect(typeAhead(rows, 5, "rr")).toBe(5);
  expect(typeAhead(rows, 0, "x")).toBe(-1);
});
