import { expect, test } from "vitest";
import type { TreeEntry } from "../../messages.js";
import { flattenTree, parentRow, typeAhead } from "./tree-rows.js";

const folder = (path: string): TreeEntry => ({
  path,
  name: path.split("/").at(-1) ?? "",
  isFolder: true,
  isLink: false,
});
const file = (path: string, withheld?: string): TreeEntry => ({
  path,
  name: path.split("/").at(-1) ?? "",
  isFolder: false,
  isLink: false,
  ...(withheld === undefined ? {} : { withheld }),
});

const contents = {
  folders: [{ path: "/w", name: "w" }],
  entries: new Map([
    ["/w", [folder("/w/src"), file("/w/.env", "a rule"), file("/w/readme.md")]],
    ["/w/src", [file("/w/src/a.ts"), file("/w/src/b.ts")]],
  ]),
};

test("rows are those of open folders, with level and place as screen readers say them", () => {
  const rows = flattenTree({ ...contents, expanded: new Set(["/w", "/w/src"]) });
  expect(rows.map(({ path, level, position, siblings }) => [path, level, `${position} of ${siblings}`])).toEqual([
    ["/w", 1, "1 of 1"],
    ["/w/src", 2, "1 of 3"],
    ["/w/src/a.ts", 3, "1 of 2"],
    ["/w/src/b.ts", 3, "2 of 2"],
    ["/w/.env", 2, "2 of 3"],
    ["/w/readme.md", 2, "3 of 3"],
  ]);
  expect(rows.find(({ path }) => path === "/w/.env")?.withheld).toBe("a rule");
  expect(rows[0]?.isRoot).toBe(true);
});

test("a closed folder hides what is in it, and remembers what is open inside", () => {
  expect(flattenTree({ ...contents, expanded: new Set(["/w/src"]) }).map(({ path }) => path)).toEqual(["/w"]);
});

test("the parent of a row is the folder that it is in", () => {
  const rows = flattenTree({ ...contents, expanded: new Set(["/w", "/w/src"]) });
  expect(parentRow(rows, 3)).toBe(1);
  expect(parentRow(rows, 5)).toBe(0);
  expect(parentRow(rows, 0)).toBe(-1);
});

test("typing goes to the next row of that name, around the end; the same letter again steps on", () => {
  const rows = flattenTree({ ...contents, expanded: new Set(["/w", "/w/src"]) });
  expect(typeAhead(rows, 0, "r")).toBe(5);
  expect(typeAhead(rows, 5, "s")).toBe(1);
  expect(typeAhead(rows, 5, "re")).toBe(5);
  expect(typeAhead(rows, 5, "rr")).toBe(5);
  expect(typeAhead(rows, 0, "x")).toBe(-1);
});
