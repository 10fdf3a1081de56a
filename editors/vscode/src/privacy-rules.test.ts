import { expect, test } from "vitest";
import { rulesOf } from "./privacy-rules.js";

test("a workspace took the user's rules back with an empty list of its own", () => {
  expect(rulesOf({ globalValue: ["*.sql"], workspaceValue: [] })).toEqual(["*.sql"]);
  expect(
    rulesOf({ globalValue: ["*.sql"], workspaceValue: ["!*.sql", "plans/"], workspaceFolderValue: ["a"] }),
  ).toEqual(["a", "!*.sql", "plans/", "*.sql"]);
});

test("what is no list of rules withholds everything: it was read as none", () => {
  for (const value of ["*.sql", [1], null, { 0: "*.sql" }]) expect(rulesOf({ globalValue: value })).toEqual(["*"]);
  expect(rulesOf({})).toEqual([]);
});
