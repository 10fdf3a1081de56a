/** The workbench's endpoint conforms to the protocol while its page is open in a browser. */
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { formatText, runConformance } from "@tandem-ide/conformance";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openPage, serveWorkbench } from "./launch.js";

const { describe, test } = needsChromium();

describe("The workbench with its page open", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser.close());

  test("passes every conformance check, and the page keeps working", { timeout: 120_000 }, async () => {
    const home = await realpath(await mkdtemp(join(tmpdir(), "tandem-test-")));
    const served = await serveWorkbench({ folders: [home], home });
    const context = await browser.newContext();
    try {
      const page = await openPage(context, served.page);
      const errors: string[] = [];
      page.on("pageerror", (error) => errors.push(error.message));
      const report = await runConformance(
        { lockFile: served.lockFile },
        { mayWrite: true, requests: "write", configDir: join(home, ".claude") },
      );
      expect(report.counts.fail, formatText(report)).toBe(0);
      expect(report.counts.pass).toBeGreaterThan(140);
      expect(errors).toEqual([]);
      await page.waitForSelector("html[data-synced=true]", { state: "attached" });
    } finally {
      await context.close();
      await served.end("SIGTERM");
      await rm(home, { recursive: true, force: true });
    }
  });
});
