/** The moment in which the page protects a review that has replaced another (`settleMilliseconds`). */
import type { BrowserContext } from "playwright-core";
import { settleMilliseconds } from "../../editors/workbench/src/page/core/settling.js";

/**
 * Lets that moment pass at once in all pages of a context, for tests that decide one review after another.
 * consent.test.ts has the real moment.
 */
export async function passSettling(context: BrowserContext): Promise<void> {
  await context.addInitScript((settleMs) => {
    const later = window.setTimeout.bind(window);
    const sooner = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      later(handler, ms === settleMs ? 0 : ms, ...rest);
    Object.assign(window, { setTimeout: sooner });
  }, settleMilliseconds);
}
