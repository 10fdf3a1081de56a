import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, test } from "vitest";
import { nameFilter } from "./rule-names.js";

describe("the filter for names", () => {
  test.each([
    ["*.log", "a.log", true],
    ["*.log", "a.ts", false],
    ["build/", "build", true],
    ["/top.txt", "top.txt", true],
    ["a/b/c.txt", "c.txt", true],
    ["a/b/c.txt", "b", false],
    [".env*", ".env.local", true],
    [".env*", "env", false],
    ["f?o", "foo", true],
    ["a.b", "axb", false],
    ["# a.ts", "a.ts", false],
    ["!a.ts", "a.ts", false],
    ["x[0-9]", "anything", true],
    ["build/**", "anything", true],
    ["*", "anything", true],
    ["a\\ ", "anything", true],
    ["", "a.ts", false],
    ["\uFEFF*.log", "a.log", true],
    ["\uFEFF# a.ts", "a.ts", false],
    ["*.log\r", "a.log", true],
    ["*.log  \r\r", "a.log", true],
  ])("%s on %s: %s", (rule, name, expected) => expect(nameFilter([rule])(name)).toBe(expected));

  test.each([
    [`a${"*a".repeat(25)}b`],
    [`${"*a".repeat(25)}*b`],
    [`*\r${"*a".repeat(25)}b`],
    [`x/**/${"?*a".repeat(25)}b*`],
  ])("a rule with many stars blocked the editor forever for one long name: %j", (rule) => {
    expect(nameFilter([rule])("a".repeat(255))).toBe(false);
  });

  test("keeps the first and last text of a rule with many stars", () => {
    const mayMatch = nameFilter(["a*b*c*d", "*x*y*z*"]);
    expect(["a-b-c-d", "a-d", "1x2y3z4"].map(mayMatch)).toEqual([true, true, true]);
    expect(["a-b-c", "z-x"].map(mayMatch)).toEqual([false, false]);
  });

  test("is case-sensitive or not, depending on the flags", () => {
    expect(nameFilter(["*.PEM"], "i")("key.pem")).toBe(true);
    expect(nameFilter(["*.PEM"])("key.pem")).toBe(false);
  });

  const part = fc.stringMatching(/^[ab.*?!#\\[\] é😀-]{1,5}$/u);
  const rule = fc
    .tuple(
      fc.constantFrom("", "/", "!", "\uFEFF", "\uFEFF!"),
      fc.array(part, { minLength: 1, maxLength: 3 }),
      fc.constantFrom("", "/", "  ", "\r", " \r", "\t"),
    )
    .map(([before, parts, after]) => before + parts.join("/") + after);
  const name = fc.stringMatching(/^[abAB.é😀 !#-]{1,5}$/u).filter((each) => !/^\.+$/.test(each));

  test.each([true, false])(
    "every path that the rules match passes the filter for names (case ignored: %s)",
    (ignorecase) => {
      fc.assert(
        fc.property(
          fc.array(rule, { maxLength: 4 }),
          fc.array(name, { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          (rules, parts, isFolder) => {
            const rulesOfLibrary = ignore({ ignorecase, allowRelativePaths: true }).add(rules.join("\n"));
            const mayMatch = nameFilter(rules, ignorecase ? "i" : "");
            // Like a walk, this doesn't enter ignored folders.
            for (let i = 1; i <= parts.length; i++) {
              const path = parts.slice(0, i).join("/");
              const asked = i < parts.length || isFolder ? `${path}/` : path;
              if (!rulesOfLibrary.test(asked).ignored) continue;
              expect(mayMatch(parts[i - 1] ?? "")).toBe(true);
              return;
            }
          },
        ),
        { numRuns: 3000 },
      );
    },
  );
});
