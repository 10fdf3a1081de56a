/** Runs the suite in inside/ in VS Code's extension host, like VS Code runs the tests of an extension. */
import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect } from "vitest";
import { launchChromium } from "../chromium.js";
import { needs } from "../parts.js";
import { removeFolder } from "../remove-folder.js";
import { installedExtension } from "./build.mjs";
import { VscodeServer } from "./server.js";

const { test } = needs("chromium", "vscode");

test("the suite inside the extension host passes", async () => {
  const root = mkdtempSync(join(tmpdir(), "tandem-in-"));
  const results = join(root, "results.json");
  const suite = join(root, "suite.cjs");
  await build({
    entryPoints: [fileURLToPath(new URL("inside/suite.ts", import.meta.url))],
    outfile: suite,
    bundle: true,
    platform: "node",
    format: "cjs",
    external: ["vscode"],
  });
  const server = await VscodeServer.start({
    root,
    home: root,
    env: { TANDEM_TEST_RESULTS: results },
    args: ["--enable-smoke-test-driver"],
  });
  const browser = await launchChromium();
  try {
    const page = await browser.newPage();
    let code: number | undefined;
    await page.exposeFunction("codeAutomationLog", () => {});
    await page.exposeFunction("codeAutomationExit", (given: number) => {
      code = given;
    });
    const remote = `vscode-remote://localhost:${server.port}`;
    const payload = [
      ["extensionDevelopmentPath", `${remote}${installedExtension}`],
      ["extensionTestsPath", `${remote}${suite}`],
    ];
    const query = `folder=${encodeURIComponent(root)}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
    await page.goto(`http://localhost:${server.port}/?${query}`);
    await expect.poll(() => code !== undefined || existsSync(results), { timeout: 60_000 }).toBe(true);
    const told: Record<string, string> = JSON.parse(readFileSync(results, "utf8"));
    expect(Object.keys(told).length).toBeGreaterThan(5);
    expect(told).toEqual(Object.fromEntries(Object.keys(told).map((title) => [title, "passed"])));
  } finally {
    await browser.close();
    await server.kill();
    await removeFolder(root);
  }
});
