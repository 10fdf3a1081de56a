/** scripts/check-imports.mjs on small made-up repositories: that it passes what is right, and fails what is not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const script = fileURLToPath(new URL("../scripts/check-imports.mjs", import.meta.url));
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tandem-imports-"));
  write({
    "package.json": JSON.stringify({ devDependencies: { vitest: "4" } }),
    "packages/protocol/package.json": manifest("@tandem/protocol", ["zod"]),
    "packages/client/package.json": manifest("@tandem/client", ["@tandem/protocol", "ws"]),
    "packages/server/package.json": manifest("@tandem/server", ["@tandem/protocol"]),
    "editors/codemirror/package.json": manifest("@tandem/codemirror", ["@tandem/server"]),
    "editors/vscode/package.json": manifest("@tandem/vscode", ["@tandem/server", "@tandem/codemirror"]),
    "packages/cli/package.json": manifest("@tandem/cli", ["@tandem/client", "@tandem/vscode"]),
  });
});

afterEach(() => rmSync(root, { recursive: true }));

function manifest(name: string, dependencies: string[]): string {
  return JSON.stringify({ name, dependencies: Object.fromEntries(dependencies.map((each) => [each, "1"])) });
}

function write(files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

/** What the check says about these files, a line each; none when it passes. */
function check(files: Record<string, string>): string[] {
  write(files);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  const lines = stderr.split("\n").filter((line) => line !== "");
  expect({ status, stdout }).toEqual({ status: lines.length > 0 ? 1 : 0, stdout: "" });
  return lines;
}

test("passes imports that point down", () => {
  const problems = check({
    "packages/protocol/src/index.ts": `import * as z from "zod/mini";\nexport * from "./a.js";`,
    "packages/protocol/src/a.ts": "export const a = 1;",
    "packages/protocol/src/a.test.ts": `import { readFileSync } from "node:fs";\nimport { test } from "vitest";`,
    "packages/client/src/index.ts": `import ws from "ws";\nimport type { A } from "@tandem/protocol";\nimport "node:fs";`,
    "packages/client/src/index.test.ts": `import { needs } from "../../../test/parts.js";`,
    "editors/vscode/src/index.ts": `import "@tandem/codemirror";\nexport const load = () => import("@tandem/server");`,
    "packages/cli/src/index.ts": `import "@tandem/client";\nimport "@tandem/vscode";`,
  });
  expect(problems).toEqual([]);
});

test.each([
  ["an import statement", `import { x } from "@tandem/server";`],
  ["a type-only import", `import type { X } from "@tandem/server";`],
  ["a re-export", `export * from "@tandem/server";`],
  ["a dynamic import", `export const load = () => import("@tandem/server");`],
  ["an import type", `export type X = import("@tandem/server").X;`],
  ["a deep import", `import { x } from "@tandem/server/deep.js";`],
])("refuses a sibling of the same layer in %s", (_, statement) => {
  const [problem, ...others] = check({ "packages/client/src/index.ts": `// one line above\n${statement}` });
  expect(problem).toMatch(
    /^packages\/client\/src\/index\.ts:2 imports "@tandem\/server.*": packages\/client may import packages\/base, packages\/protocol$/,
  );
  expect(others).toEqual([]);
});

test("refuses imports that point up", () => {
  expect(check({ "packages/protocol/src/index.ts": `import "@tandem/client";` })).toEqual([
    `packages/protocol/src/index.ts:1 imports "@tandem/client": packages/protocol may import packages/base`,
  ]);
});

test("refuses an editor in another editor, and in the one that they share", () => {
  const problems = check({
    "editors/obsidian/package.json": manifest("@tandem/obsidian", ["@tandem/vscode"]),
    "editors/obsidian/src/index.ts": `import "@tandem/vscode";`,
    "editors/codemirror/src/index.ts": `import "@tandem/obsidian";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^editors\/codemirror\/.* may import packages\/base, .*packages\/page-door$/),
    expect.stringMatching(/^editors\/obsidian\/.* may import packages\/base, .*, editors\/codemirror$/),
  ]);
});

test("lets an editor's tests run the contract test, and only its tests", () => {
  const problems = check({
    "packages/conformance/package.json": manifest("@tandem/conformance", ["@tandem/client"]),
    "editors/kakoune/package.json": JSON.stringify({
      name: "@tandem/kakoune",
      devDependencies: { "@tandem/conformance": "1" },
    }),
    "editors/kakoune/src/kakoune.test.ts": `import { testEditor } from "@tandem/conformance";`,
    "editors/kakoune/src/index.ts": `import "@tandem/conformance";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^editors\/kakoune\/src\/index\.ts:1 imports "@tandem\/conformance"/),
  ]);
});

test("lets a page, which is bundled, import its package's devDependencies, and nothing else", () => {
  const problems = check({
    "editors/web/package.json": JSON.stringify({ name: "@tandem/web", devDependencies: { preact: "1" } }),
    "editors/web/src/page/main.ts": `import "preact";\nimport "react";`,
    "editors/web/src/index.ts": `import "preact";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^editors\/web\/src\/index\.ts:1 imports "preact"/),
    expect.stringMatching(/^editors\/web\/src\/page\/main\.ts:2 imports "react"/),
  ]);
});

test("refuses a workspace that has no layer", () => {
  expect(check({ "packages/new/package.json": manifest("@tandem/new", []) })).toEqual([
    "packages/new has no layer: give it one in scripts/check-imports.mjs",
  ]);
});

test("refuses a package that is not declared, and what is for tests only", () => {
  expect(check({ "packages/server/src/a.ts": `import "ws";\nimport "vitest";` })).toEqual([
    `packages/server/src/a.ts:1 imports "ws": add ws to the dependencies of packages/server/package.json`,
    `packages/server/src/a.ts:2 imports "vitest": add vitest to the dependencies of packages/server/package.json`,
  ]);
});

test("refuses Node in the protocol, with and without its prefix", () => {
  const problems = check({ "packages/protocol/src/a.ts": `import "node:fs";\nimport "path";` });
  expect(problems).toEqual([expect.stringContaining(`"node:fs"`), expect.stringContaining(`"path"`)]);
});

test("refuses Node in the base, but for the part that is for it", () => {
  const problems = check({
    "packages/base/package.json": manifest("@tandem/base", []),
    "packages/base/src/text.ts": `import "node:path";`,
    "packages/base/src/node/paths.ts": `import "node:path";`,
  });
  expect(problems).toEqual([expect.stringMatching(/^packages\/base\/src\/text\.ts:1 .* nothing of Node$/)]);
});

test("refuses a wire in the hub, and an agent in another", () => {
  const problems = check({
    "packages/server/src/hub/hub.ts": `import "@tandem/protocol";\nimport "../agents/agent.js";\nimport "./parts.js";`,
    "packages/server/src/hub/parts.ts": `import "node:fs";`,
    "packages/server/src/agents/agent.ts": `import "../hub/parts.js";`,
    "packages/server/src/agents/one/index.ts": `import "../agent.js";\nimport "../two/index.js";\nimport "../../hub/hub.js";`,
    "packages/server/src/agents/two/index.ts": `import "@tandem/protocol";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/one\/index\.ts:2 .* an agent knows no other agent$/),
    expect.stringMatching(/hub\.ts:1 .* the hub knows no wire$/),
    expect.stringMatching(/hub\.ts:2 .* the hub knows no wire and nobody who uses it$/),
  ]);
});

test("refuses a relative import that leaves its package", () => {
  const problems = check({
    "packages/server/src/a.ts": `import "../../protocol/src/index.js";\nimport "../../../test/parts.js";`,
    "packages/server/src/a.test.ts": `import "../../protocol/src/index.js";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/a\.test\.ts:1 .* for the helpers in test\/ only$/),
    expect.stringMatching(/a\.ts:1 .* outside of packages\/server/),
    expect.stringMatching(/a\.ts:2 .* outside of packages\/server/),
  ]);
});

test("refuses a package that imports itself by name", () => {
  expect(check({ "packages/server/src/a.ts": `import "@tandem/server";` })).toEqual([
    expect.stringContaining("Use a relative path"),
  ]);
});

test("refuses a circle of files, also of types, and says each once", () => {
  const problems = check({
    "packages/server/src/a.ts": `import { b } from "./b.js";`,
    "packages/server/src/b.ts": `import type { C } from "./deep/c.js";`,
    "packages/server/src/deep/c.ts": `export * from "../a.js";`,
    "packages/server/src/d.ts": `import "./a.js";`,
  });
  expect(problems).toEqual([
    "packages/server/src/a.ts → packages/server/src/b.ts → packages/server/src/deep/c.ts → packages/server/src/a.ts: imports in a circle",
  ]);
});

test("says which file cannot be parsed", () => {
  write({ "packages/server/src/a.ts": "import {" });
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  expect(status).toBe(1);
  expect(stderr).toContain("packages/server/src/a.ts cannot be parsed");
});
