/** What happens to reviews when windows are closed, crash or reload, in a real Chromium. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Answer, type InProcessFixture, openFixture, openInProcess } from "./fixture.js";
import { old, proposed } from "./three-hunks.js";
import { inFront, reviews, windowName } from "./window-state.js";

const { describe, test } = needsChromium();
/** Longer than a page may take to reconnect, but shorter than the client's timeout. */
const afterGrace = 5_000;
const files = { "a.txt": old, "b.txt": "b\n" };

/** Proposes an edit of a.txt in the tab `t`. */
function propose({ client, path }: InProcessFixture): Promise<Answer> {
  const file = path("a.txt");
  const input = { old_file_path: file, new_file_path: file, new_file_contents: proposed, tab_name: "t" };
  const answer = client.call("openDiff", input);
  // Avoids an unhandled rejection if the test fails earlier.
  answer.catch(() => {});
  return answer;
}

describe("Several windows in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  describe("closing", () => {
    test("one or all of them decides nothing: the review stays pending with its edits, and the prompt can decide", {
      timeout: 60_000,
    }, async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      const client = await fixture.client();
      const first = fixture.propose(client, "a.txt", proposed, "first");
      const second = fixture.propose(client, "b.txt", "B\n", "second");
      await expect.poll(() => other.driver.pendingReviews()).toHaveLength(2);
      await fixture.page.close({ runBeforeUnload: true });
      await other.driver.accept("first");
      expect(await first.answer).toEqual({ decision: "saved", text: proposed });
      // With unsent text, the browser would ask the user whether to leave.
      await other.page.waitForSelector("html[data-synced=true]", { state: "attached" });
      await other.page.close({ runBeforeUnload: true });
      // Printed in the terminal once it is clear that this isn't a reload.
      await expect
        .poll(() => fixture.served.lines, { timeout: 15_000 })
        .toContainEqual(expect.stringContaining('{"event":"reviews-unseen","reviews":[2]}'));
      expect(second.answered()).toBeUndefined();
      fixture.served.say("accept 2");
      expect(await second.answer).toEqual({ decision: "saved", text: "B\n" });
    });

    test("the last window keeps its review for the next one, however long that takes; the review's close button rejects", async () => {
      const still = await openInProcess(browser, files);
      const other = await still.openWindow();
      let decision = "none";
      const answer = propose(still).then((value) => {
        decision = value.decision;
      });
      answer.catch(() => {});
      await expect.poll(() => reviews(other)).toBe(1);
      await still.page.close({ runBeforeUnload: true });
      await expect.poll(() => still.windows()).toBe(1);
      still.clock.advance(afterGrace);
      await other.reload();
      await expect.poll(() => reviews(other)).toBe(1);
      await expect.poll(() => still.windows()).toBe(1);
      await other.close({ runBeforeUnload: true });
      await expect.poll(() => still.windows()).toBe(0);
      still.clock.advance(afterGrace);
      expect([still.reviews(), decision]).toEqual([1, "none"]);
      const next = await still.openWindow();
      await expect.poll(() => reviews(next)).toBe(1);
      await next.locator('[data-testid="tab"][data-review]').getByTestId("tab-close").click();
      await next.getByTestId("rejecting").waitFor();
      still.clock.advance(5_000);
      await answer;
      expect(decision).toBe("rejected");
    });

    test("by going to another site decides nothing, and going back restores the review", async () => {
      const still = await openInProcess(browser, files);
      const answer = propose(still);
      await expect.poll(() => reviews(still.page)).toBe(1);
      const name = await windowName(still.page);
      await still.page.goto("about:blank");
      await expect.poll(() => still.windows()).toBe(0);
      still.clock.advance(afterGrace);
      expect(still.reviews()).toBe(1);
      await still.page.goBack();
      await expect.poll(() => reviews(still.page)).toBe(1);
      expect(await windowName(still.page)).toBe(name);
      await still.page.getByTestId("review-reject").click();
      expect(await answer).toMatchObject({ decision: "rejected" });
    });

    test("by a crash rejects nothing, and the next window shows the review with its edits", async () => {
      const still = await openInProcess(browser, files);
      const answer = propose(still);
      await expect.poll(() => reviews(still.page)).toBe(1);
      await still.page.waitForFunction(() => window.tandemPage?.reviewOf("t")?.editor.hasFocus);
      await still.page.keyboard.press("Alt+n");
      await still.page.keyboard.press("Control+End");
      await still.page.keyboard.insertText("kept");
      await still.page.waitForSelector("html[data-synced=true]", { state: "attached" });
      const crashed = still.page.waitForEvent("crash");
      const session = await still.context.newCDPSession(still.page);
      // The crashing page can't answer.
      session.send("Page.crash").catch(() => {});
      await crashed;
      await expect.poll(() => still.windows()).toBe(0);
      still.clock.advance(afterGrace);
      expect(still.reviews()).toBe(1);
      const next = await still.openWindow();
      await expect
        .poll(() => next.evaluate(() => window.tandemPage?.reviewOf("t")?.hunks.map(({ decision }) => decision)))
        .toEqual(["rejected", "undecided", "undecided"]);
      await next.getByTestId("review-accept").click();
      expect(await answer).toEqual({ decision: "saved", text: `${proposed.replace("ONE", "one")}kept` });
    });
  });

  test("a reload keeps every review with its edits and decisions, and the active tab", async () => {
    const fixture = await openFixture(browser, { files });
    const { page, driver } = fixture;
    const client = await fixture.client();
    const second = fixture.propose(client, "b.txt", "B\n", "second");
    await driver.reviewTab("second").waitFor();
    const first = await fixture.review(client, "a.txt", proposed, "first");
    const name = await windowName(page);
    await page.keyboard.press("Alt+y");
    await page.keyboard.press("Alt+n");
    await page.keyboard.insertText("edited ");
    await driver.synced();
    await page.reload();
    await expect.poll(() => driver.pendingReviews()).toEqual(["second", "first"]);
    await expect.poll(() => inFront(page)).toBe("first");
    expect(await windowName(page)).toBe(name);
    await expect
      .poll(() => page.getByTestId("review-changes").textContent())
      .toMatch(/^1 accepted, 1 rejected, 1 left/);
    const expected = proposed.replace("FIVE", "five").replace("NINE", "edited NINE");
    expect(await fixture.resultOf("first")).toBe(expected);
    expect([first.answered(), second.answered()]).toEqual([undefined, undefined]);
    await page.getByTestId("review-accept").click();
    expect(await first.answer).toEqual({ decision: "saved", text: expected });
    await driver.accept("second");
    expect(await second.answer).toEqual({ decision: "saved", text: "B\n" });
  });
});
