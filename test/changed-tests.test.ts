/** scripts/import-graph.mjs finds the tests of a change, and scripts/test-stress.mjs repeats tests. */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { testsReaching } from "../scripts/import-graph.mjs";

function repository(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "tandem-changed-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(join(root, dirname(name)), { recursive: true });
    writeFileSync(join(root, name), content);
  }
  return root;
}

test("finds tests that import a changed file directly, indirectly or through a package", () => {
  const root = repository({
    "packages/a/package.json": JSON.stringify({
      name: "@tandem-ide/a",
      exports: { "./sub": { "@tandem-ide/source": "./src/index.ts" } },
    }),
    "packages/a/src/index.ts": 'export * from "./value.js";',
    "packages/a/src/value.ts": "export const value = 1;",
    "packages/a/src/value.test.ts": 'import "./value.js";',
    "packages/a/src/other.test.ts": "export {};",
    "test/whole.test.ts": 'import "@tandem-ide/a/sub";',
    "test/script.test.ts": 'import "../scripts/one.mjs";',
    "scripts/one.mjs": 'import "./two.mjs";',
    "scripts/two.mjs": "",
  });
  expect(testsReaching(root, ["packages/a/src/value.ts"])).toEqual([
    "packages/a/src/value.test.ts",
    "test/whole.test.ts",
  ]);
  expect(testsReaching(root, ["scripts/two.mjs", "packages/a/src/other.test.ts", "README.md"])).toEqual([
    "packages/a/src/other.test.ts",
    "test/script.test.ts",
  ]);
});

function stress(...args: string[]) {
  const script = fileURLToPath(new URL("../scripts/test-stress.mjs", import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: "utf8" });
  return { status, output: stdout + stderr };
}

test("repeats a test under load and prints the failure rate", { timeout: 90_000 }, () => {
  const file = "packages/base/src/text/line-endings.test.ts";
  expect(stress(file, "1")).toEqual({ status: 0, output: `0 of 1 failed: ${file}\n` });
  expect(stress("no-such-file")).toEqual({ status: 2, output: 'No test file matches "no-such-file".\n' });
});
