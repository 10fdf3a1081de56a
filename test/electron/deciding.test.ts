/** From one review to the next in a connected page without its host, in a real Chromium. */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { serveHtml } from "../serve-html.js";

const { describe, test } = needsChromium();

describe("deciding in a connected page", () => {
  let browser: Browser;
  let served: Awaited<ReturnType<typeof serveHtml>>;
  let context: BrowserContext;
  beforeAll(async () => {
    const bundled = await build({
      entryPoints: [fileURLToPath(new URL("page-fixture.ts", import.meta.url))],
      bundle: true,
      write: false,
      platform: "browser",
      conditions: ["@tandem-ide/source"],
    });
    const script = bundled.outputFiles[0]?.text.replaceAll("</script", "<\\/script") ?? "";
    served = await serveHtml(
      `<!doctype html><html lang="en"><title>Page</title><body><script>${script}</script></body></html>`,
      {},
    );
    browser = await launchChromium();
  });
  afterEach(() => context?.close());
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });

  async function open(proposals: readonly (readonly [id: number, session?: string])[], stays = false): Promise<Page> {
    context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    const page = await context.newPage();
    if (stays) await page.addInitScript(() => Object.assign(window, { stays: true }));
    await page.goto(served.url);
    for (const each of proposals) await page.evaluate(([id, session]) => window.fixture.propose(id, session), each);
    for (const [id] of proposals) await page.locator(`[data-tab-name="review ${id}"]`).waitFor();
    return page;
  }
  const results = (page: Page) =>
    page.evaluate(() => Object.fromEntries(window.fixture.answers.map(({ id, result }) => [id, result])));
  const accepted = { accepted: true, text: "two\n" };
  const rejected = { accepted: false };
  const tabs = (page: Page) =>
    page.locator(".tandem-reviews-tab").evaluateAll((all) => all.map((each) => each.textContent));
  const count = (page: Page) => page.locator(".tandem-reviews-count").textContent();
  const notices = (page: Page) => page.locator(".tandem-toast > span").allTextContents();
  const front = (page: Page, action: string) =>
    page.locator(`.tandem-reviews-page:not([hidden]) [data-tandem=${action}]`);

  test("a decision opens the review that came after it, and the list says which it is", async () => {
    const page = await open([[1], [2], [3]]);
    expect(await count(page)).toBe("1 of 3");
    await page.locator(".tandem-reviews-show").nth(1).click();
    expect(await count(page)).toBe("2 of 3");
    await front(page, "accept").click();
    expect(await count(page)).toBe("2 of 2");
    await front(page, "reject").click();
    expect(await count(page)).toBe("1 proposal");
    await front(page, "accept").click();
    await eventually(async () => expect(await results(page)).toEqual({ 1: accepted, 2: accepted, 3: rejected }));
  });

  test("with opensNextReview off, a decision goes back to the application, which says how many wait", async () => {
    const page = await open([[1], [2], [3]], true);
    await front(page, "accept").click();
    expect(await page.locator(".tandem-reviews").count()).toBe(0);
    expect(await notices(page)).toEqual(["2 more reviews"]);
    // The message goes when its reviews are over.
    await page.evaluate(() => window.fixture.withdraw(3));
    await eventually(async () => expect(await notices(page)).toEqual(["1 more review"]));
    await page.getByRole("button", { name: "Show" }).click();
    expect(await notices(page)).toEqual([]);
    await front(page, "accept").click();
    await eventually(async () => expect(await results(page)).toMatchObject({ 1: accepted, 2: accepted }));
    expect(await notices(page)).toEqual([]);
  });

  test("a closed review is rejected after five seconds, and not if the user undoes that", async () => {
    const page = await open([[1], [2]]);
    const close = () => page.locator(".tandem-reviews-close").first().click();
    await close();
    await page.evaluate(() => window.fixture.advance(4999));
    expect(await results(page)).toEqual({});
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await tabs(page)).toEqual(["2.txt✕", "1.txt✕"]);
    await page.evaluate(() => window.fixture.advance(60_000));
    expect(await results(page)).toEqual({});
    await close();
    await close();
    expect(await notices(page)).toEqual(["Closed 2 reviews. Rejecting in 5 seconds."]);
    await page.evaluate(() => window.fixture.advance(5000));
    await eventually(async () => expect(await results(page)).toEqual({ 1: rejected, 2: rejected }));
    expect(await notices(page)).toEqual([]);
  });

  test("closing a review and undoing that works by keyboard alone", async () => {
    const page = await open([[1]]);
    await page.keyboard.press("Escape");
    expect(await page.locator(".tandem-reviews").count()).toBe(0);
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    for (let presses = 0; presses < 5 && (await focused()) !== "Undo"; presses++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await tabs(page)).toEqual(["1.txt✕"]);
    // The focus is in the review again.
    await page.keyboard.press("Alt+Shift+Y");
    await eventually(async () => expect(await results(page)).toEqual({ 1: accepted }));
  });

  test.each(["close_tab", "a disconnect"])("%s ends the wait of a closed review", async (how) => {
    const page = await open([[1]]);
    await page.locator(".tandem-reviews-close").click();
    await page.evaluate((what) => {
      if (what === "close_tab") window.fixture.withdraw(1);
      else window.fixture.disconnect();
    }, how);
    await eventually(async () => expect(await notices(page)).toEqual([]));
    await page.evaluate(() => window.fixture.advance(60_000));
    // The client is answered once at most, and not by the window that has gone.
    expect(Object.keys(await results(page)).length).toBe(how === "close_tab" ? 1 : 0);
  });

  test.each([
    ["Accept all", accepted],
    ["Reject all", rejected],
  ])("%s decides the reviews of the front one's session", async (name, decision) => {
    const page = await open([[1], [2, "other"], [3]]);
    await page.getByRole("button", { name }).click();
    await eventually(async () => expect(await results(page)).toEqual({ 1: decision, 3: decision }));
    expect(await tabs(page)).toEqual(["2.txt✕"]);
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  });

  test("says how a review ended, and keeps saying that a file was not written", async () => {
    const page = await open([]);
    await page.evaluate(() => window.fixture.ended(1, true));
    await eventually(async () => expect(await notices(page)).toEqual(["Accepted. Claude Code wrote 1.txt."]));
    await page.evaluate(() => window.fixture.ended(2, false));
    const notWritten = "Accepted, but Claude Code has not written 2.txt.";
    await eventually(async () => expect(await notices(page)).toContain(notWritten));
    await page.evaluate(() => window.fixture.advance(60_000));
    expect(await notices(page)).toEqual([notWritten]);
    // Several become one message.
    for (const id of [3, 4]) await page.evaluate((own) => window.fixture.ended(own, false), id);
    await eventually(async () =>
      expect(await notices(page)).toEqual(["3 files that you accepted have not been written."]),
    );
    await page.getByRole("button", { name: "Close this message" }).click();
    expect(await notices(page)).toEqual([]);
  });

  test("copies the reason and the comments as one message for the agent", async () => {
    const page = await open([[1]]);
    await page.keyboard.press("Alt+M");
    await page.keyboard.type("Why two?");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Alt+Shift+R");
    await page.keyboard.type("Keep one.");
    await page.keyboard.press("Enter");
    await eventually(async () => expect(await results(page)).toEqual({ 1: { accepted: false, reason: "Keep one." } }));
    await eventually(async () =>
      expect(await notices(page)).toEqual([expect.stringContaining("Copied your comments")]),
    );
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      "I rejected your edit to /project/1.txt: Keep one.\n- Line 1: Why two?",
    );
  });

  test("offers the comments on a review that the agent withdrew", async () => {
    const page = await open([[1]]);
    await page.keyboard.press("Alt+M");
    await page.keyboard.type("Why two?");
    await page.evaluate(() => window.fixture.withdraw(1));
    await page.getByRole("button", { name: "Copy comments" }).click();
    await eventually(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
        "About your edit to /project/1.txt:\n- Line 1: Why two?",
      ),
    );
  });
});
