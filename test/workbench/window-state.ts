/** The state of a window, for tests with several windows. */
import type { Page } from "playwright-core";

/** The label of the active tab. */
export function inFront(page: Page): Promise<string | null> {
  return page.locator('[data-testid="tab"][aria-selected="true"]').first().getAttribute("data-tab-name");
}

/** The window's id. */
export function windowName(page: Page): Promise<string | null> {
  return page.evaluate(() => sessionStorage.getItem("tandem.window"));
}

/** The number of reviews in the window. */
export function reviews(page: Page): Promise<number> {
  return page.locator('[data-testid="tab"][data-review]').count();
}
