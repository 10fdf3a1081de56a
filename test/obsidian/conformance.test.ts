/** The plugin's endpoint conforms to the protocol. Obsidian is emulated (see contract.test.ts). */
import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatText, runConformance } from "@tandem-ide/conformance";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Built, buildEmulation } from "./build.js";
import { folderOf, RunningObsidian } from "./launch.js";

describe("The plugin in an emulated Obsidian", () => {
  let built: Built;
  beforeAll(async () => {
    built = await buildEmulation();
  });
  afterAll(() => rm(folderOf(built), { recursive: true, force: true }));

  test("passes every check of the conformance kit", { timeout: 120_000 }, async () => {
    const home = await realpath(await mkdtemp(join(tmpdir(), "tandem-test-")));
    const [vault, configDir] = [join(home, "vault"), join(home, ".claude")];
    await mkdir(vault);
    const obsidian = await RunningObsidian.start(built, { vault, configDir, home });
    try {
      const [lock = ""] = await readdir(join(configDir, "ide"));
      const lockFile = join(configDir, "ide", lock);
      const report = await runConformance({ lockFile }, { mayWrite: true, requests: "write", configDir });
      expect(report.counts.fail, formatText(report)).toBe(0);
      expect(report.counts.pass).toBeGreaterThan(130);
      expect(obsidian.process.exitCode).toBe(null);
    } finally {
      await obsidian.kill();
      await rm(home, { recursive: true, force: true });
    }
  });
});
