/** A page with the plugin's panes in a real Chromium, for one test file. */
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { launchChromium } from "../../chromium.js";
import type { ServedPage } from "../../serve-html.js";
import { contrasts } from "../../workbench/visible-style.js";
import type { PageProposal } from "./page.js";
import { servePage } from "./serve-page.js";

export const before = "# Plan\n\nWrite it.\nTest it.\n\nShip [[it]] *soon*.\n";
export const after = "# Plan\n\nWrite it **well**.\nTest it.\n\nShip [[it]] *now*.\nRest.\n";
export const proposal = { id: "one", path: "/vault/Plan.md", oldText: before, newText: after };

export function usePanes() {
  let browser: Browser;
  let served: ServedPage;
  let page: Page;
  const errors: string[] = [];
  beforeAll(async () => {
    [browser, served] = await Promise.all([launchChromium(), servePage()]);
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    await served?.close();
  });
  beforeEach(async () => {
    page = await browser.newPage({ viewport: { width: 1200, height: 640 } });
    page.on("pageerror", (error) => errors.push(String(error)));
    page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
    await page.goto(served.url);
  });
  afterEach(async () => {
    expect(await page.evaluate(() => window.obsidianPage.problems)).toEqual([]);
    expect(errors.splice(0)).toEqual([]);
    await page.close();
  });

  const openNote = (path = "Plan.md", text = before) =>
    page.evaluate(([name, content]) => window.obsidianPage.openNote(name, content), [path, text] as const);
  const propose = (more: Partial<PageProposal> = {}) =>
    page.evaluate((all) => window.obsidianPage.propose(all), { ...proposal, ...more });
  const decision = (id = "one") => page.evaluate((name) => window.obsidianPage.decisions[name], id);
  const bar = (action: string) => page.locator(`.tandem-review-bar [data-tandem=${action}]`);
  const tabs = () => page.locator(".workspace-tab-header").allTextContents();
  const front = () => page.locator(".workspace-tab-header[aria-selected=true]").allTextContents();
  /** As after a click outside any text. */
  const leaveText = () =>
    page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  /** Texts that are hard to read. Line numbers may be faint, as in the theme. */
  const faint = async () => (await contrasts(page)).filter(({ ratio, text }) => ratio < 4.5 && !/^\d+$/.test(text));
  const notices = () => page.evaluate(() => [...window.obsidianPage.notices.keys()]);
  /** Presses the button of the oldest notice. */
  const pressNotice = () => page.evaluate(() => [...window.obsidianPage.notices.values()][0]?.());
  const openReview = async () => {
    await openNote();
    await leaveText();
    await propose();
    await page.locator(".tandem-review").waitFor();
  };
  return {
    get page() {
      return page;
    },
    openNote,
    propose,
    decision,
    bar,
    tabs,
    front,
    leaveText,
    faint,
    notices,
    pressNotice,
    openReview,
  };
}
