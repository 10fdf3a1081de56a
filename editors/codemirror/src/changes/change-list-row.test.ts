import { expect, test } from "vitest";
import { splitPath } from "./change-list-row.js";

test("splits a path into the name and the folder below the workspace folder", () => {
  expect(splitPath("/p/src/a.ts", "/p")).toEqual({ name: "a.ts", folder: "src" });
  expect(splitPath("/p/a.ts", "/p/")).toEqual({ name: "a.ts", folder: "" });
  expect(splitPath("C:\\p\\src\\deep\\a.ts", "C:\\p")).toEqual({ name: "a.ts", folder: "src\\deep" });
  expect(splitPath("/x", "/")).toEqual({ name: "x", folder: "" });
});

test("the direction characters of a name can't reorder the row", () => {
  expect(splitPath("/p/\u202egpj.a", "/p").name).toBe("\ufffdgpj.a");
});
