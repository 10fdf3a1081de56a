import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { environmentLine } from "./environment-line.js";

test("a shell gets the exact values", () => {
  const line = environmentLine({ ONE: "it's", TWO: "$HOME `x` 2" }, false);
  const script = `${line}; printf '%s|%s' "$ONE" "$TWO"`;
  expect(execFileSync("sh", ["-c", script], { encoding: "utf8" })).toBe("it's|$HOME `x` 2");
});

test("uses PowerShell syntax on Windows", () => {
  expect(environmentLine({ ONE: "it's", TWO: "2" }, true)).toBe("$env:ONE='it''s'; $env:TWO='2'");
});
