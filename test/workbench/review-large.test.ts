/** A review of a long text in a real Chromium, whose changes are counted when idle. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openFixture } from "./fixture.js";

const { describe, test } = needsChromium();
const lines = Array.from({ length: 3_000 }, (_, index) => `line ${index}`);
const old = `${lines.join("\n")}\n`;
const proposed = old
  .replace("line 10\n", "LINE 10\n")
  .replace("line 1500\n", "more\nlines\n")
  .replace("line 2990\n", "");

describe("A long review in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old };

  test("updates the count on its button when idle", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
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

  test("isn't accepted if everything was just rejected, even before the button says so", async () => {
    const fixture = await openFixture(browser, { files });
    const { page } = fixture;
    const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
    await page.evaluate(() => {
      const review = window.tandemPage?.reviewOf("a.txt");
      for (const { index } of review?.hunks ?? []) review?.rejectHunk(index);
      document.querySelector<HTMLElement>("[data-testid=review-accept]")?.click();
    });
    expect(await proposal.answer).toMatchObject({ decision: "rejected" });
  });
});
