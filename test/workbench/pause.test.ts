/** What the page shows while sharing is paused, and that it disappears, in a real Chromium. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { openPage } from "./launch.js";
import { eventually, startSession } from "./user-session.js";

const { describe, test } = needsChromium();

/** Every element whose text, title or label says that sharing is paused. */
function pausedWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isPaused = /sharing (is )?paused/i;
    const found: string[] = [];
    for (const element of document.querySelectorAll("*")) {
      const own = [...element.childNodes].filter((node) => node instanceof Text).map((node) => node.data);
      for (const words of [own.join(""), element.getAttribute("title"), element.getAttribute("aria-label")])
        if (words && isPaused.test(words)) found.push(`${element.className}: ${words}`);
    }
    return found;
  });
}

describe("Pausing in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  test("after resuming, nothing in any window says that sharing is paused", async () => {
    const user = await startSession(browser, { files: { "src/b.txt": "b\n", "docs/c.txt": "c\n" } });
    const other = await openPage(user.context, new URL("/", user.page.url()).href);
    await user.page.bringToFront();
    await user.open("a.txt");
    await user.press("Alt+Shift+S");
    await eventually(() => pausedWords(other)).not.toEqual([]);
    // Open, look at and try to mention files in both windows while sharing is paused.
    await user.row("src").click();
    await user.open("src/b.txt");
    await user.press("Alt+k");
    await user.toast("Sharing is paused").waitFor();
    await other.locator('[data-testid="tree-row"]').filter({ hasText: "docs" }).first().click();
    await other.locator('[data-testid="tree-row"]').filter({ hasText: "c.txt" }).first().dblclick();
    await other.locator('[data-testid="editor"] .cm-content').first().focus();
    await other.keyboard.press("Alt+k");
    await other.getByTestId("toast").filter({ hasText: "Sharing is paused" }).waitFor();
    user.server.say("resume");
    for (const page of [user.page, other]) await eventually(() => pausedWords(page), { timeout: 8_000 }).toEqual([]);
    await user.press("Alt+k");
    await user.toast("mentioned").waitFor();
    expect(await user.toast("paused").count()).toBe(0);
  });
});
