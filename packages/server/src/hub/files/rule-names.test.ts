import fc from "fast-check";
import ignore from "ignore";
import { describe, expect, test } from "vitest";
import { namesIn } from "./rule-names.js";

describe("names that rules can be about", () => {
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
  ])("%s on %s: %s", (rule, name, expected) => expect(namesIn([rule])(name)).toBe(expected));

  test.each([
    [`a${"*a".repeat(25)}b`],
    [`${"*a".repeat(25)}*b`],
    [`*\r${"*a".repeat(25)}b`],
    [`x/**/${"?*a".repeat(25)}b*`],
  ])("a rule with many stars kept the editor busy for ever with one long name: %j", (rule) => {
    expect(namesIn([rule])("a".repeat(255))).toBe(false);
  });

  test("of a rule with many stars its first and its last text are looked for", () => {
    const isAbout = namesIn(["a*b*c*d", "*x*y*z*"]);
    expect(["a-b-c-d", "a-d", "1x2y3z4"].map(isAbout)).toEqual([true, true, true]);
    expect(["a-b-c", "z-x"].map(isAbout)).toEqual([false, false]);
  });

  test("capital letters count as asked", () => {
    expect(namesIn(["*.PEM"], "i")("key.pem")).toBe(true);
    expect(namesIn(["*.PEM"])("key.pem")).toBe(false);
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
    "what the rules match has a name that they can be about (case ignored: %s)",
    (ignorecase) => {
      fc.assert(
        fc.property(
          fc.array(rule, { maxLength: 4 }),
          fc.array(name, { minLength: 1, maxLength: 3 }),
          fc.boolean(),
          (rules, parts, isFolder) => {
            const rulesOfLibrary = ignore({ ignorecase, allowRelativePaths: true }).add(rules.join("\n"));
            const isAbout = namesIn(rules, ignorecase ? "i" : "");
            // As a walk does: what is ignored above is not entered.
            for (let i = 1; i <= parts.length; i++) {
              const path = parts.slice(0, i).join("/");
              const asked = i < parts.length || isFolder ? `${path}/` : path;
              if (!rulesOfLibrary.test(asked).ignored) continue;
              expect(isAbout(parts[i - 1] ?? "")).toBe(true);
              return;
            }
          },
        ),
        { numRuns: 3000 },
      );
    },
  );
});
