/** scripts/check-imports.mjs on small made-up repositories: it accepts correct imports and rejects others. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { checkImports } from "../scripts/check-imports.mjs";

const script = fileURLToPath(new URL("../scripts/check-imports.mjs", import.meta.url));
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "tandem-imports-"));
  write({
    "package.json": JSON.stringify({ devDependencies: { vitest: "4" } }),
    "packages/protocol/package.json": manifest("@tandem-ide/protocol", ["zod"]),
    "packages/client/package.json": manifest("@tandem-ide/client", ["@tandem-ide/protocol", "ws"]),
    "packages/server/package.json": manifest("@tandem-ide/server", ["@tandem-ide/protocol"]),
    "editors/codemirror/package.json": manifest("@tandem-ide/codemirror", ["@tandem-ide/server"]),
    "editors/vscode/package.json": manifest("@tandem-ide/vscode", ["@tandem-ide/server", "@tandem-ide/codemirror"]),
    "packages/cli/package.json": manifest("tandem-ide", ["@tandem-ide/client", "@tandem-ide/vscode"]),
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

/** The problems in these files, one line each. */
function check(files: Record<string, string>): string[] {
  write(files);
  return checkImports(root);
}

test("passes imports that point down", () => {
  const problems = check({
    "packages/protocol/src/index.ts": `import * as z from "zod/mini";\nexport * from "./a.js";`,
    "packages/protocol/src/a.ts": "export const a = 1;",
    "packages/protocol/src/a.test.ts": `import { readFileSync } from "node:fs";\nimport { test } from "vitest";`,
    "packages/client/src/index.ts": `import ws from "ws";\nimport type { A } from "@tandem-ide/protocol";\nimport "node:fs";`,
    "packages/client/src/index.test.ts": `import { needs } from "../../../test/parts.js";`,
    "editors/vscode/src/index.ts": `import "@tandem-ide/codemirror";\nexport const load = () => import("@tandem-ide/server");`,
    "packages/cli/src/index.ts": `import "@tandem-ide/client";\nimport "@tandem-ide/vscode";`,
  });
  expect(problems).toEqual([]);
});

test("the command prints the problems and fails, or prints nothing", () => {
  const run = () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
    return { status, stdout, stderr };
  };
  expect(run()).toEqual({ status: 0, stdout: "", stderr: "" });
  const [problem] = check({ "packages/protocol/src/index.ts": `import "@tandem-ide/client";` });
  expect(run()).toEqual({ status: 1, stdout: "", stderr: `${problem}\n` });
});

test.each([
  ["an import statement", `import { x } from "@tandem-ide/server";`],
  ["a type-only import", `import type { X } from "@tandem-ide/server";`],
  ["a re-export", `export * from "@tandem-ide/server";`],
  ["a dynamic import", `export const load = () => import("@tandem-ide/server");`],
  ["an import type", `export type X = import("@tandem-ide/server").X;`],
  ["a deep import", `import { x } from "@tandem-ide/server/deep.js";`],
])("refuses a sibling of the same layer in %s", (_, statement) => {
  const [problem, ...others] = check({ "packages/client/src/index.ts": `// one line above\n${statement}` });
  expect(problem).toMatch(
    /^packages\/client\/src\/index\.ts:2 imports "@tandem-ide\/server.*": packages\/client may only import packages\/base, packages\/protocol$/,
  );
  expect(others).toEqual([]);
});

test("refuses imports that point up", () => {
  expect(check({ "packages/protocol/src/index.ts": `import "@tandem-ide/client";` })).toEqual([
    `packages/protocol/src/index.ts:1 imports "@tandem-ide/client": packages/protocol may only import packages/base`,
  ]);
});

test("refuses imports of one editor by another, and by the one that they share", () => {
  const problems = check({
    "editors/obsidian/package.json": manifest("@tandem-ide/obsidian", ["@tandem-ide/vscode"]),
    "editors/obsidian/src/index.ts": `import "@tandem-ide/vscode";`,
    "editors/codemirror/src/index.ts": `import "@tandem-ide/obsidian";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^editors\/codemirror\/.* may only import packages\/base, .*packages\/page-server$/),
    expect.stringMatching(/^editors\/obsidian\/.* may only import packages\/base, .*, editors\/codemirror$/),
  ]);
});

test("lets an editor's tests run the contract test, but not its other code", () => {
  const problems = check({
    "packages/conformance/package.json": manifest("@tandem-ide/conformance", ["@tandem-ide/client"]),
    "editors/kakoune/package.json": JSON.stringify({
      name: "@tandem-ide/kakoune",
      devDependencies: { "@tandem-ide/conformance": "1" },
    }),
    "editors/kakoune/src/kakoune.test.ts": `import { testEditor } from "@tandem-ide/conformance";`,
    "editors/kakoune/src/index.ts": `import "@tandem-ide/conformance";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^editors\/kakoune\/src\/index\.ts:1 imports "@tandem-ide\/conformance"/),
  ]);
});

test("lets a page, which is bundled, import its package's devDependencies, and nothing else", () => {
  const problems = check({
    "editors/web/package.json": JSON.stringify({ name: "@tandem-ide/web", devDependencies: { preact: "1" } }),
    "editors/web/src/page/main.ts": `import "preact";\nimport "react";`,
    "editors/web/src/index.ts": `import "preact";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/^editors\/web\/src\/index\.ts:1 imports "preact"/),
    expect.stringMatching(/^editors\/web\/src\/page\/main\.ts:2 imports "react"/),
  ]);
});

test("refuses a workspace without a layer", () => {
  expect(check({ "packages/new/package.json": manifest("@tandem-ide/new", []) })).toEqual([
    "packages/new has no layer. Add it in scripts/check-imports.mjs",
  ]);
});

test("refuses a package that is not declared, and files that are only for tests", () => {
  expect(check({ "packages/server/src/a.ts": `import "ws";\nimport "vitest";` })).toEqual([
    `packages/server/src/a.ts:1 imports "ws": add ws to the dependencies of packages/server/package.json`,
    `packages/server/src/a.ts:2 imports "vitest": add vitest to the dependencies of packages/server/package.json`,
  ]);
});

test("refuses Node in the protocol, with and without its prefix", () => {
  const problems = check({ "packages/protocol/src/a.ts": `import "node:fs";\nimport "path";` });
  expect(problems).toEqual([expect.stringContaining(`"node:fs"`), expect.stringContaining(`"path"`)]);
});

test("refuses Node in the base, except in the part that is for Node", () => {
  const problems = check({
    "packages/base/package.json": manifest("@tandem-ide/base", []),
    "packages/base/src/text.ts": `import "node:path";`,
    "packages/base/src/node/paths.ts": `import "node:path";`,
  });
  expect(problems).toEqual([expect.stringMatching(/^packages\/base\/src\/text\.ts:1 .* not import Node modules$/)]);
});

test("rejects imports of other packages in the hub, and of an agent in another", () => {
  const problems = check({
    "packages/server/src/hub/hub.ts": `import "@tandem-ide/protocol";\nimport "../agents/agent.js";\nimport "./parts.js";`,
    "packages/server/src/hub/parts.ts": `import "node:fs";`,
    "packages/server/src/agents/agent.ts": `import "../hub/parts.js";`,
    "packages/server/src/agents/one/index.ts": `import "../agent.js";\nimport "../two/index.js";\nimport "../../hub/hub.js";`,
    "packages/server/src/agents/two/index.ts": `import "@tandem-ide/protocol";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/one\/index\.ts:2 .* an agent may not import another agent$/),
    expect.stringMatching(/hub\.ts:1 .* the hub may only import @tandem-ide\/base and ignore$/),
    expect.stringMatching(/hub\.ts:2 .* the hub may only import files of the hub$/),
  ]);
});

test("refuses a relative import that leaves its package", () => {
  const problems = check({
    "packages/server/src/a.ts": `import "../../protocol/src/index.js";\nimport "../../../test/parts.js";`,
    "packages/server/src/a.test.ts": `import "../../protocol/src/index.js";`,
  });
  expect(problems).toEqual([
    expect.stringMatching(/a\.test\.ts:1 .* may only import helpers in test\/$/),
    expect.stringMatching(/a\.ts:1 .* outside packages\/server/),
    expect.stringMatching(/a\.ts:2 .* outside packages\/server/),
  ]);
});

test("refuses a package that imports itself by name", () => {
  expect(check({ "packages/server/src/a.ts": `import "@tandem-ide/server";` })).toEqual([
    expect.stringContaining("Use a relative path"),
  ]);
});

test("reports each import cycle once, including cycles of types", () => {
  const problems = check({
    "packages/server/src/a.ts": `import { b } from "./b.js";`,
    "packages/server/src/b.ts": `import type { C } from "./deep/c.js";`,
    "packages/server/src/deep/c.ts": `export * from "../a.js";`,
    "packages/server/src/d.ts": `import "./a.js";`,
  });
  expect(problems).toEqual([
    "packages/server/src/a.ts → packages/server/src/b.ts → packages/server/src/deep/c.ts → packages/server/src/a.ts: import cycle",
  ]);
});

test("names the file that can't be parsed", () => {
  expect(() => check({ "packages/server/src/a.ts": "import {" })).toThrow("Can't parse packages/server/src/a.ts");
});
