/** The suite works with any runner, such as node:test. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";

const script = `
  import { after, describe, test } from "node:test";
  import { testEditor } from "./index.js";
  import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
  testEditor({ name: "Memory", launch: memoryLauncher(), cannot: ["executeCode", "kill", "reopenWindow"], describe, test, afterAll: after });
`;

test("the suite runs under node:test", { timeout: 30_000 }, async () => {
  const directory = await mkdtemp(join(tmpdir(), "tandem-node-test-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const file = join(directory, "contract.mjs");
  await build({
    stdin: { contents: script, resolveDir: dirname(fileURLToPath(import.meta.url)), loader: "ts" },
    outfile: file,
    bundle: true,
    platform: "node",
    format: "esm",
    conditions: ["@tandem-ide/source"],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  const args = ["--test", "--test-reporter=tap", "--test-name-pattern=NOT-02|LCK-09", file];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toMatch(/^ *ok \d+ - NOT-02 Mentions arrive in order$/m);
  expect(stdout).toMatch(/^ *ok \d+ - LCK-09 .*\(skipped: Memory cannot kill\) # SKIP/m);
  expect(stdout).toMatch(/^# fail 0$/m);
});
