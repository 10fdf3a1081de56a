import type { DiffProposal } from "@tandem-ide/server";
import { createColors } from "picocolors";
import { expect, test } from "vitest";
import { unifiedDiff } from "./unified-diff.js";

const plain = createColors(false);
function proposal(oldText: string, newText: string, isNewFile = false): DiffProposal {
  const client = { id: "c", name: "claude-code", version: "2" };
  return {
    id: "1",
    client,
    path: "/w/a.ts",
    oldPath: "/w/a.ts",
    tabName: "t",
    oldText,
    newText,
    isNewFile,
    hasUnsavedChanges: false,
  };
}

test("shows a change with its context", () => {
  expect(unifiedDiff(proposal("a\nb\nc\n", "a\nB\nc\n"), "a.ts", plain)).toEqual([
    "--- a.ts",
    "+++ a.ts",
    "@@ -1,3 +1,3 @@",
    " a",
    "-b",
    "+B",
    " c",
  ]);
});

test("shows a new file as added to /dev/null", () => {
  expect(unifiedDiff(proposal("", "a\n", true), "a.ts", plain)).toEqual([
    "--- /dev/null",
    "+++ a.ts",
    "@@ -0,0 +1,1 @@",
    "+a",
  ]);
});

test("makes escape sequences visible", () => {
  expect(unifiedDiff(proposal("", "rm -rf /\u001b[2K\rls\n"), "a.sh", plain)).toContain("+rm -rf /^[[2K^Mls");
});

test("colors changed lines", () => {
  const colors = createColors(true);
  expect(unifiedDiff(proposal("a\n", "b\n"), "x", colors).slice(-2)).toEqual([colors.red("-a"), colors.green("+b")]);
});

test("is fast for two large unrelated texts", () => {
  const lines = (letter: string) => Array.from({ length: 20_000 }, (_, index) => `${letter}${index}`).join("\n");
  expect(unifiedDiff(proposal(lines("a"), lines("b")), "x", plain)).toHaveLength(40_003);
});
