import { expect, test } from "vitest";
import { rulesOf } from "./privacy-rules.js";

test("a workspace can't remove the user's rules with an empty list", () => {
  expect(rulesOf({ globalValue: ["*.sql"], workspaceValue: [] })).toEqual(["*.sql"]);
  expect(
    rulesOf({ globalValue: ["*.sql"], workspaceValue: ["!*.sql", "plans/"], workspaceFolderValue: ["a"] }),
  ).toEqual(["a", "plans/", "*.sql"]);
});

test("a workspace can't override built-in rules", () => {
  const keys = ["!.ssh", "!id_rsa*", "a\n!*.pem\r\n!*.key", "\\!important"];
  const added = ["a", "\\!important"];
  expect(rulesOf({ workspaceValue: keys })).toEqual(added);
  expect(rulesOf({ workspaceFolderValue: keys })).toEqual(added);
  expect(rulesOf({ globalValue: keys })).toEqual(keys);
});

test("an invalid value hides everything, unlike an empty list", () => {
  for (const value of ["*.sql", [1], null, { 0: "*.sql" }]) expect(rulesOf({ globalValue: value })).toEqual(["*"]);
  expect(rulesOf({})).toEqual([]);
});
