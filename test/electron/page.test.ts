/** The page without its host, in a real Chromium: the review list when things go wrong around it. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";

const { describe, test } = needsChromium();

describe("a connected page", () => {
  let browser: Browser;
  let script: string;
  beforeAll(async () => {
    const bundled = await build({
      entryPoints: [fileURLToPath(new URL("page-fixture.ts", import.meta.url))],
      bundle: true,
      write: false,
      platform: "browser",
      conditions: ["@tandem-ide/source"],
    });
    script = bundled.outputFiles[0]?.text ?? "";
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  async function open(): Promise<Page> {
    const page = await browser.newPage();
    await page.setContent("<!doctype html><body></body>");
    await page.addScriptTag({ content: script });
    return page;
  }
  async function answer(
    page: Page,
    id: number,
  ): Promise<{ result?: unknown; error?: { message: string } } | undefined> {
    const find = (own: number) => window.fixture.answers.find((each) => each.id === own);
    await page.waitForFunction(find, id);
    return await page.evaluate(find, id);
  }

  test("a theme that throws doesn't leave an empty review over the window that can't be closed", async () => {
    const page = await open();
    await page.evaluate(() => {
      window.fixture.isBroken = true;
      window.fixture.propose(1);
    });
    expect((await answer(page, 1))?.error?.message).toBe("The theme is broken");
    expect(await page.locator(".tandem-reviews").count()).toBe(0);
    await page.evaluate(() => {
      window.fixture.isBroken = false;
      window.fixture.propose(2);
    });
    await page.locator('[data-tandem="accept"]').click();
    expect((await answer(page, 2))?.result).toEqual({ accepted: true, text: "two\n" });
  });

  test("Escape works in a review that opened while the user was typing", async () => {
    const page = await open();
    await page.locator("textarea").focus();
    await page.keyboard.press("x");
    await page.evaluate(() => window.fixture.propose(1));
    await page.locator(".tandem-reviews-tab").waitFor();
    // Still typing: the key isn't meant for the review.
    await page.keyboard.press("x");
    await page.keyboard.press("Escape");
    await page.waitForFunction(() => performance.now() - window.fixture.lastKey > 1100);
    expect(await page.locator(".tandem-reviews-tab").count()).toBe(1);
    await page.keyboard.press("Escape");
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
    await page.evaluate(() => window.fixture.advance(5000));
    expect((await answer(page, 1))?.result).toEqual({ accepted: false });
  });

  test.each(["a double click", "a held key"])("%s doesn't decide the next review too", async (how) => {
    const page = await open();
    await page.evaluate(() => {
      for (const id of [1, 2]) window.fixture.propose(id);
    });
    await page.locator(".tandem-reviews-tab").nth(1).waitFor();
    const accept = page.locator('.tandem-reviews-page:not([hidden]) [data-tandem="accept"]');
    if (how === "a double click") {
      const box = await accept.boundingBox();
      if (!box) throw new Error("The button is not shown");
      await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    } else {
      await page.locator(".tandem-reviews-page:not([hidden]) .cm-content[contenteditable=true]").focus();
      for (const key of ["Alt", "Shift", "Y", "Y", "Y"]) await page.keyboard.down(key);
      for (const key of ["Y", "Shift", "Alt"]) await page.keyboard.up(key);
    }
    expect((await answer(page, 1))?.result).toMatchObject({ accepted: true });
    expect(await page.locator(".tandem-reviews-tab").count()).toBe(1);
    await accept.click();
    expect((await answer(page, 2))?.result).toMatchObject({ accepted: true });
  });
});
