import { expect, test } from "vitest";
import { rulesOf } from "./privacy-rules.js";

test("a workspace took the user's rules back with an empty list of its own", () => {
  expect(rulesOf({ globalValue: ["*.sql"], workspaceValue: [] })).toEqual(["*.sql"]);
  expect(
    rulesOf({ globalValue: ["*.sql"], workspaceValue: ["!*.sql", "plans/"], workspaceFolderValue: ["a"] }),
  ).toEqual(["a", "plans/", "*.sql"]);
});

test("a workspace took built-in rules back, for keys outside of it too", () => {
  const keys = ["!.ssh", "!id_rsa*", "a\n!*.pem\r\n!*.key", "\\!important"];
  const added = ["a", "\\!important"];
  expect(rulesOf({ workspaceValue: keys })).toEqual(added);
  expect(rulesOf({ workspaceFolderValue: keys })).toEqual(added);
  expect(rulesOf({ globalValue: keys })).toEqual(keys);
});

test("what is no list of rules withholds everything: it was read as none", () => {
  for (const value of ["*.sql", [1], null, { 0: "*.sql" }]) expect(rulesOf({ globalValue: value })).toEqual(["*"]);
  expect(rulesOf({})).toEqual([]);
});
