import { describe, expect, test } from "vitest";
import { languageSupportOf } from "./highlighting.js";
import { languageIdOf } from "./languages.js";

describe("languageIdOf", () => {
  test.each([
    ["/src/main.ts", "typescript"],
    ["C:\\src\\App.TSX", "typescriptreact"],
    ["a.mjs", "javascript"],
    ["a.jsx", "javascriptreact"],
    ["package.json", "json"],
    ["tsconfig.json", "jsonc"],
    ["tsconfig.build.json", "jsonc"],
    ["README.md", "markdown"],
    ["Dockerfile", "dockerfile"],
    ["Dockerfile.dev", "dockerfile"],
    ["GNUmakefile", "makefile"],
    ["x.h", "c"],
    ["x.hpp", "cpp"],
    ["x.cs", "csharp"],
    [".bashrc", "shellscript"],
    ["x.fish", "shellscript"],
    ["x.patch", "diff"],
    ["x.ps1", "powershell"],
    [".env.local", "dotenv"],
    ["x.R", "r"],
    ["archive.tar.gz", "plaintext"],
    ["LICENSE", "plaintext"],
    ["ts", "plaintext"],
    ["/dir.ts/file", "plaintext"],
    ["constructor", "plaintext"],
    ["x.constructor", "plaintext"],
    ["", "plaintext"],
  ])("%s is %s", (path, id) => expect(languageIdOf(path)).toBe(id));
});

describe("languageSupportOf", () => {
  test("loads a known language, and returns undefined for an unknown one", async () => {
    expect(await languageSupportOf("/x/main.ts")).toBeDefined();
    expect(await languageSupportOf("settings.jsonc")).toBeDefined();
    expect(await languageSupportOf("file.unheard-of")).toBeUndefined();
  });
});
