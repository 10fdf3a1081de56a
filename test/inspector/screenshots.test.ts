/**
 * The picture of the inspector in the docs, made of the real page with a real session. It is written when
 * `TANDEM_SCREENSHOTS=1` is set, or when it is missing; otherwise the scene is played all the same, and the picture is
 * only held to its size.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { recordSession } from "./real-session.js";
import { header, openStage, told } from "./stage.js";

const { describe, test } = needsChromium();
const size = { width: 1280, height: 800 };
const maxBytes = 200_000;
const file = fileURLToPath(new URL("../../docs/images/inspector.png", import.meta.url));

/** Width and height stand at a fixed place in a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

describe("the picture of the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("a session with a review that was accepted, one that waits, and a fault", async () => {
    const entries = await recordSession();
    const stage = await openStage(browser, {
      header: { ...header, folders: ["/home/me/shop"] },
      browser: {
        viewport: size,
        deviceScaleFactor: 1,
        colorScheme: "light",
        reducedMotion: "reduce",
        timezoneId: "UTC",
      },
    });
    const { page } = stage;
    const at = entries.findIndex(
      (entry) => "text" in entry && entry.text.includes('"name":"getDiagnostics","arguments"'),
    );
    const fault = told((entries[at]?.t ?? 0) - 100, "at_mentioned", {
      filePath: "/home/me/shop/src/cart.ts",
      lineStart: "5",
    });
    stage.add(...entries.slice(0, at), fault, ...entries.slice(at));
    await stage.counts(/1 fault1 pending$/);
    await stage.search("-notifications -selection_changed");
    await page
      .locator('[data-testid="row"]', { hasText: "openDiff" })
      .and(page.locator(".kind-request"))
      .first()
      .click();
    await page.getByRole("region", { name: "new_file_contents" }).waitFor();
    await page.getByRole("treeitem", { name: "arguments" }).click();
    // The wait that is shown differs from run to run otherwise.
    await eventually(async () => expect(await page.getByTestId("waiting").textContent()).toMatch(/[12]\.\d s$/));
    await page.mouse.move(size.width - 4, size.height - 4);
    await page.evaluate(() => document.fonts.ready);
    const png = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
    expect(sizeOf(png)).toEqual(size);
    if (process.env.TANDEM_SCREENSHOTS === "1" || !existsSync(file)) writeFileSync(file, png);
    const kept = readFileSync(file);
    expect(sizeOf(kept)).toEqual(size);
    expect(kept.length).toBeLessThan(maxBytes);
    // A page that shows nothing is far smaller.
    expect(png.length).toBeGreaterThan(30_000);
  });
});
