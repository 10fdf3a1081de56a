/** A review whose language loads slowly: it can be shown, edited and decided without highlighting. */
import type { Browser, Route } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openFixture } from "./fixture.js";

const { describe, test } = needsChromium();
const old = 'def one\n  "old"\nend\n';
const proposed = 'def one\n  return "new"\nend\n';

describe("A review whose language loads slowly, in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  /** A review whose language loads only when released. */
  async function openWithoutLanguage(width: number) {
    const fixture = await openFixture(browser, {
      files: { "a.rb": old },
      context: { viewport: { width, height: 800 } },
    });
    const held: Route[] = [];
    await fixture.page.route("**/ruby-*.js", (route) => {
      held.push(route);
    });
    const errors: string[] = [];
    fixture.page.on("pageerror", (error) => errors.push(String(error)));
    const proposal = await fixture.review(await fixture.client(), "a.rb", proposed);
    await expect.poll(() => held.length).toBe(1);
    return { fixture, page: fixture.page, errors, proposal, release: () => held[0]?.continue() };
  }

  test.each([800, 1400])("gets its colours on both sides while the user types (%s wide)", async (width) => {
    const { fixture, page, proposal, release, errors } = await openWithoutLanguage(width);
    /** The highlighted text in removed or added lines. */
    const coloured = (selector: string) =>
      page.evaluate(
        (wanted) =>
          [...document.querySelectorAll(`${wanted} span[class*="ͼ"]`)].map((span) => span.textContent).join(" "),
        selector,
      );
    const [removed, added] =
      width < 900
        ? [".cm-deletedLine", ".tandem-review-result .cm-line"]
        : [".tandem-review-base .cm-line", ".tandem-review-result .cm-line"];
    expect(await coloured(added)).toBe("");
    await page.keyboard.type("be");
    await release();
    await expect.poll(() => coloured(added)).toContain("def");
    await expect.poll(() => coloured(removed)).toContain("old");
    await page.keyboard.type("fore");
    expect(await fixture.resultOf("a.rb")).toBe(proposed.replace("  return", "before  return"));
    for (let step = 0; step < 3 && (await fixture.resultOf("a.rb")) !== proposed; step++)
      await page.keyboard.press("Control+z");
    expect(await fixture.resultOf("a.rb")).toBe(proposed);
    await page.keyboard.press("Control+Enter");
    expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    expect(errors).toEqual([]);
  });

  test("can be closed before its language has loaded", async () => {
    const { page, proposal, release, errors } = await openWithoutLanguage(1400);
    await page.getByTestId("review-reject").click();
    expect(await proposal.answer).toMatchObject({ decision: "rejected" });
    await page.locator(".review-pane").waitFor({ state: "detached" });
    const loaded = page.waitForResponse(/\/ruby-.*\.js/);
    await release();
    await (await loaded).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(errors).toEqual([]);
  });
});
