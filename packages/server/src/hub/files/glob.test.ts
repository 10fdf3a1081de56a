import { describe, expect, test } from "vitest";
import { compileGlob } from "./glob.js";

describe("globs", () => {
  test.each([
    ["*.js", "a.js", true],
    ["*.js", "deep/down/a.js", true],
    ["*.js", "a.jsx", false],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/**", "src/deep/a.ts", true],
    ["src/**/a.ts", "src/a.ts", true],
    ["src/**/a.ts", "src/x/y/a.ts", true],
    ["**/b/**/d", "a/b/c/d", true],
    ["**/b/**/d", "a/b/c/e", false],
    ["/lib/*.js", "lib/b.js", true],
    ["./lib/*.js", "lib/b.js", true],
    ["*.{ts,tsx}", "x/a.tsx", true],
    ["{a,b/{c,d}}.md", "b/d.md", true],
    ["{a,b/{c,d}}.md", "b/e.md", false],
    ["[ab].md", "b.md", true],
    ["[!ab].md", "b.md", false],
    ["[a-c]x", "bx", true],
    ["[]]x", "]x", true],
    ["[x", "[x", true],
    ["\\*.md", "*.md", true],
    ["\\*.md", "a.md", false],
    ["x[[]1].js", "x[1].js", true],
    ["😀?", "😀ü", true],
    ["a*b*c", "aXbYc", true],
    ["a*b*c", "aXbY", false],
    ["**", "anything/at/all", true],
    ["", "a", false],
    ["*", ".env.example", true],
  ])("%s on %s: %s", (pattern, path, expected) => expect(compileGlob(pattern)(path)).toBe(expected));

  test("many stars with a long name don't block the editor", () => {
    const pattern = `${"*a".repeat(200)}*b`;
    expect(compileGlob(pattern)("a".repeat(255))).toBe(false);
    expect(compileGlob(`${"**/a/".repeat(100)}b`)("a/".repeat(500))).toBe(false);
  });

  test("rejects too many alternatives", () => {
    expect(() => compileGlob("{a,b}".repeat(20))).toThrow("too many alternatives");
    expect(() => compileGlob("x".repeat(2000))).toThrow("longer than");
    expect(compileGlob("{1..3000000}")("1..3000000")).toBe(false);
  });
});
