/** A review of a long text in a real Chromium: there the changes are counted when nobody types. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openScene } from "./scene.js";

const { describe, test } = needsChromium();
const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}`);
const old = `${lines.join("\n")}\n`;
const proposed = old
  .replace("line 10\n", "LINE 10\n")
  .replace("line 1500\n", "more\nlines\n")
  .replace("line 2990\n", "");

describe("a long review in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old };

  test("says on its button what is left, once the hand has rested", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    const says = (words: string) => expect.poll(() => page.getByTestId("review-accept").textContent()).toContain(words);
    await page.keyboard.press("Alt+n");
    await says("Accept 2 of 3 changes");
    await page.keyboard.press("Control+z");
    await expect.poll(() => page.getByTestId("review-accept").textContent()).not.toContain("of 3");
    await page.keyboard.press("Alt+n");
    await page.keyboard.press("Alt+n");
    await says("Accept 1 of 3 changes");
    await page.keyboard.press("Control+Enter");
    expect(await proposal.answer).toEqual({ decision: "saved", text: old.replace("line 2990\n", "") });
  });

  test("is not accepted when all of it was refused a moment before, though the button could not say so yet", async () => {
    const scene = await openScene(browser, { files });
    const { page } = scene;
    const proposal = await scene.review(await scene.client(), "a.txt", proposed);
    await page.evaluate(() => {
      const review = window.tandemPage?.reviewOf("a.txt");
      for (const { index } of review?.hunks ?? []) review?.rejectHunk(index);
      document.querySelector<HTMLElement>("[data-testid=review-accept]")?.click();
    });
    expect(await proposal.answer).toMatchObject({ decision: "rejected" });
  });
});
