import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { codeFiles, harmlessDotNames } from "../../../hub/files/code-files.js";
import { runEndpoint } from "../../../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../../../testing/temporary.js";
import { TestClient } from "../../../testing/test-client.js";
import { TestEditor } from "../../../testing/test-editor.js";
import { whyItRuns } from "./refuse-code.js";

async function setUp(folder = temporaryDirectory()) {
  const { endpoint } = await runEndpoint({}, new TestEditor([folder]));
  const client = await TestClient.open(endpoint);
  const write = async (path: string, content = "x") => {
    const { error } = await client.request("writeFile", { path, content });
    return error && { code: error.code, message: error.message };
  };
  return { folder, write };
}

/** Expects a refusal of the right kind, with the path as given and what to do instead. */
const refused = (path: string) => ({
  code: -32602,
  message: expect.stringContaining(`): ${path}. Propose the change with openDiff`),
});

describe("a client with the token wrote files that run code, unasked:", () => {
  test.each([
    ".vscode/tasks.json",
    ".husky/pre-commit",
    "package.json",
    ".mcp.json",
    "node_modules/.bin/tsc",
    "node_modules/typescript/lib/tsserver.js",
    "packages/a/package.json",
    "CLAUDE.md",
    "docs/AGENTS.md",
    ".github/workflows/ci.yml",
    ".idea/workspace.xml",
    ".nvim.lua",
    "Makefile",
    "vite.config.ts",
    "conftest.py",
    "Cargo.toml",
    "build.rs",
    "project.code-workspace",
    "bare/HEAD",
    "npm.cmd",
    // npm install builds these, and the file may name commands.
    "binding.gyp",
    // Editor extensions run these as soon as they open a project.
    "latexmkrc",
    "docs/conf.py",
    "analysis_options.yaml",
    "omnisharp.json",
    "dev-requirements.txt",
  ])("%s", async (path) => {
    const { folder, write } = await setUp();
    expect(await write(path)).toEqual(refused(path));
    expect(existsSync(join(folder, path))).toBe(false);
  });

  test("every name on the list", () => {
    const names = codeFiles.flatMap(({ folders = [], files = [] }) => [
      ...folders.map((name) => `${name}/x.txt`),
      ...folders.map((name) => `a/${name}/b/x.txt`),
      ...files.flatMap((name) => [name, `a/b/${name}`]),
    ]);
    const missed = names.map((name) => name.replaceAll("*", "any")).filter((name) => whyItRuns(name) === undefined);
    expect(missed).toEqual([]);
  });
});

describe("by another spelling that some system treats as the same name:", () => {
  test.each([
    ["capitals", "PACKAGE.JSON"],
    ["capitals in a folder", ".VSCode/tasks.json"],
    ["a dot at the end, which Windows drops", "package.json."],
    ["spaces and dots at the end", "package.json. . "],
    ["a folder with a dot at the end", "node_modules./a.js"],
    ["a stream of NTFS", "package.json::$DATA"],
    ["a folder as a stream", "node_modules::$INDEX_ALLOCATION/a.js"],
    ["a folder as its index", "node_modules:$I30:$INDEX_ALLOCATION/a.js"],
    ["a zero-width joiner, which HFS+ ignores", "package.js\u200don"],
    ["a soft hyphen", "pack\u00adage.json"],
    ["fullwidth letters", "\uff50ackage.json"],
    ["a long s", "package.j\u017fon"],
    ["a Kelvin sign", "pac\u212aage.json"],
    ["a dotless i", "Makef\u0131le"],
    ["a ligature", "Docker\ufb01le"],
    ["a one-dot leader", "\u2024vscode/tasks.json"],
    ["backslashes", "sub\\.vscode\\tasks.json"],
    ["a name of dots", "..."],
    ["slashes and dots between", "./sub//./package.json"],
  ])("%s", async (_title, path) => {
    const { write } = await setUp();
    expect(await write(path)).toMatchObject({ code: -32602 });
  });
});

describe("by a link:", () => {
  test("a link with a harmless name to such a file or folder", async () => {
    const { folder, write } = await setUp();
    symlinkSync(writeTo(folder, "package.json", "{}"), join(folder, "notes.txt"));
    mkdirSync(join(folder, ".vscode"));
    symlinkSync(join(folder, ".vscode"), join(folder, "docs"));
    expect(await write("notes.txt")).toEqual(refused("notes.txt"));
    expect(await write("docs/tasks.json")).toEqual(refused("docs/tasks.json"));
    expect(readFileSync(join(folder, "package.json"), "utf8")).toBe("{}");
  });

  test("a link with such a name to a harmless file", async () => {
    const { folder, write } = await setUp();
    const target = writeTo(folder, "shared.json", "{}");
    symlinkSync(target, join(folder, "package.json"));
    expect(await write("package.json")).toEqual(refused("package.json"));
    expect(readFileSync(target, "utf8")).toBe("{}");
  });

  test("a workspace folder that belongs to a tool", async () => {
    const parent = temporaryDirectory();
    mkdirSync(join(parent, ".vscode"));
    const { write } = await setUp(join(parent, ".vscode"));
    expect(await write("tasks.json")).toEqual(refused("tasks.json"));
  });
});

describe.skipIf(process.platform === "win32")("by the existing file:", () => {
  test.each([
    ["a script", "#!/bin/sh\n", 0o644],
    ["an executable", "text", 0o744],
    ["an executable of others", "text", 0o645],
  ])("%s", async (_title, content, mode) => {
    const { folder, write } = await setUp();
    const path = writeTo(folder, "tool", content);
    chmodSync(path, mode);
    expect(await write("tool")).toEqual(refused("tool"));
    expect(readFileSync(path, "utf8")).toBe(content);
  });

  test("and by the new content: a script", async () => {
    const { folder, write } = await setUp();
    expect(await write("tool", "#!/bin/sh\n")).toEqual(refused("tool"));
    expect(existsSync(join(folder, "tool"))).toBe(false);
  });
});

test("ordinary files are written as before", async () => {
  const { folder, write } = await setUp();
  const names = [
    "notes/today.md",
    "src/index.ts",
    "src/hooks/use-thing.ts",
    "src/package.json.md",
    "build/out.txt",
    "Meeting: plan.md",
    "Grüße 世界 😀.md",
    "a..b",
    "x~",
    "configuration.json",
    "head.txt",
    "Webpack.md",
    "Dockerfile.txt",
    ...harmlessDotNames.filter((name) => name !== ".well-known"),
    ".well-known/security.txt",
  ];
  for (const name of names) expect([name, await write(name)]).toEqual([name, undefined]);
  expect(names.filter((name) => !existsSync(join(folder, name)))).toEqual([]);
});

test("a worktree in a folder whose name begins with a dot is a workspace like any other", async () => {
  const folder = join(temporaryDirectory(), ".worktrees/feature");
  mkdirSync(folder, { recursive: true });
  const { write } = await setUp(folder);
  expect(await write("src/a.ts")).toBeUndefined();
  expect(await write(join(folder, "src/b.ts"))).toBeUndefined();
});

test("a malicious name is checked in time", () => {
  for (const name of [". ".repeat(2000), "a.config.".repeat(400), "requirements".repeat(300)]) whyItRuns(`${name}!`);
});
