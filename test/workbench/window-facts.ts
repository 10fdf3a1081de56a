/** What a window shows, for tests of several of them. */
import type { Page } from "playwright-core";

/** The name of the tab in front. */
export function inFront(page: Page): Promise<string | null> {
  return page.locator('[data-testid="tab"][aria-selected="true"]').first().getAttribute("data-tab-name");
}

/** What the window is called, for as long as it lives. */
export function windowName(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem("tandem.window"));
}

/** How many reviews have a tab in it. */
export function reviews(page: Page): Promise<number> {
  return page.locator('[data-testid="tab"][data-review]').count();
}
