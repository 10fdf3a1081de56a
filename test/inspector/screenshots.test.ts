/**
 * Takes the docs' screenshot of the inspector, from the real page with a real session. It is written if
 * `TANDEM_SCREENSHOTS=1` is set or if it is missing. Otherwise the test still shows the same page, but only checks the
 * image's size.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { header, notification, openFixture } from "./fixture.js";
import { recordSession } from "./real-session.js";

const { describe, test } = needsChromium();
const size = { width: 1280, height: 800 };
const maxBytes = 200_000;
const file = fileURLToPath(new URL("../../docs/images/inspector.png", import.meta.url));

/** Width and height are at a fixed offset in a PNG. */
const sizeOf = (png: Buffer) => ({ width: png.readUInt32BE(16), height: png.readUInt32BE(20) });

describe("a screenshot of the inspector", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("a session with an accepted review, a pending one and a fault", async () => {
    const entries = await recordSession();
    const fixture = await openFixture(browser, {
      header: { ...header, folders: ["/home/me/shop"] },
      browser: {
        viewport: size,
        deviceScaleFactor: 1,
        colorScheme: "light",
        reducedMotion: "reduce",
        timezoneId: "UTC",
      },
    });
    const { page } = fixture;
    const at = entries.findIndex(
      (entry) => "text" in entry && entry.text.includes('"name":"getDiagnostics","arguments"'),
    );
    const fault = notification((entries[at]?.t ?? 0) - 100, "at_mentioned", {
      filePath: "/home/me/shop/src/cart.ts",
      lineStart: "5",
    });
    fixture.add(...entries.slice(0, at), fault, ...entries.slice(at));
    await fixture.counts(/1 fault1 pending$/);
    await fixture.search("-notifications -selection_changed");
    await page
      .locator('[data-testid="row"]', { hasText: "openDiff" })
      .and(page.locator(".kind-request"))
      .first()
      .click();
    await page.getByRole("region", { name: "new_file_contents" }).waitFor();
    await page.getByRole("treeitem", { name: "arguments" }).click();
    // Otherwise the waiting time on the page would differ from run to run.
    await eventually(async () => expect(await page.getByTestId("waiting").textContent()).toMatch(/[12]\.\d s$/));
    await page.mouse.move(size.width - 4, size.height - 4);
    await page.evaluate(() => document.fonts.ready);
    const png = await page.screenshot({ animations: "disabled", caret: "hide", scale: "css" });
    expect(sizeOf(png)).toEqual(size);
    if (process.env.TANDEM_SCREENSHOTS === "1" || !existsSync(file)) writeFileSync(file, png);
    const kept = readFileSync(file);
    expect(sizeOf(kept)).toEqual(size);
    expect(kept.length).toBeLessThan(maxBytes);
    // A blank page is far smaller.
    expect(png.length).toBeGreaterThan(30_000);
  });
});
