import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assignments, guessShell, quote } from "./shells.js";

/** Characters that are special to one shell or another, among ordinary ones. */
const awkward = fc.string({
  unit: fc.constantFrom(..."'\"\\$`!#;&|<>(){}[]*?~=%^,@ \t\n\r", "a", "é", "漢", "🚲", "‘", "’", "-", "1"),
});

/** Parses a single-quoted PowerShell string: any kind of quote, doubled, is that quote. */
function readPowershell(word: string): string {
  expect(word).toMatch(/^'(?:[^'\u2018-\u201b]|(['\u2018-\u201b])\1)*'$/s);
  return word.slice(1, -1).replace(/(['\u2018-\u201b])\1/g, "$1");
}

/** Parses a single-quoted fish string: a backslash escapes itself and a quote. */
function readFish(word: string): string {
  expect(word).toMatch(/^'(?:[^'\\]|\\['\\])*'$/s);
  return word.slice(1, -1).replace(/\\(['\\])/g, "$1");
}

describe("a quoted value", () => {
  test("survives a real sh", () => {
    fc.assert(
      fc.property(fc.array(awkward, { minLength: 1, maxLength: 20 }), (values) => {
        const script = `printf '%s\\0' ${values.map(quote.sh).join(" ")}`;
        const printed = execFileSync("sh", ["-c", script], { encoding: "utf8" });
        expect(printed.split("\0").slice(0, -1)).toEqual(values);
      }),
      { numRuns: 30 },
    );
  });

  test("is quoted for fish and PowerShell", () => {
    fc.assert(
      fc.property(awkward, (value) => {
        expect(readFish(quote.fish(value))).toBe(value);
        expect(readPowershell(quote.powershell(value))).toBe(value);
      }),
    );
  });
});

test("variables are set in each shell's syntax", () => {
  const variables = { NO_PROXY: "it's" };
  expect(assignments("sh", variables)).toEqual([`export NO_PROXY='it'\\''s'`]);
  expect(assignments("fish", variables)).toEqual([`set -gx NO_PROXY 'it\\'s';`]);
  expect(assignments("powershell", variables)).toEqual([`$env:NO_PROXY = 'it''s'`]);
});

test.each([
  ["/usr/bin/fish", "linux", "fish"],
  ["/bin/bash", "linux", "sh"],
  ["/usr/local/bin/pwsh", "darwin", "powershell"],
  ["C:\\Program Files\\Git\\usr\\bin\\bash.exe", "win32", "sh"],
  [undefined, "win32", "powershell"],
  [undefined, "linux", "sh"],
  ["/bin/some-new-shell", "linux", "sh"],
  ["/bin/tcsh", "linux", undefined],
])("$SHELL %s on %s is %s", (SHELL, platform, expected) => {
  expect(guessShell({ SHELL }, platform)).toBe(expected);
});
