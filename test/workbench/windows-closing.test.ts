/** Windows that are closed, crash or are loaded again, in a real Chromium: what becomes of their reviews. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { old, proposed } from "./nine-lines.js";
import { type Answer, openScene, openStillScene, type StillScene } from "./scene.js";
import { inFront, reviews, windowName } from "./window-facts.js";

const { describe, test } = needsChromium();
/** Longer than a page may take to come back; not so long that the client is given up. */
const afterGrace = 5_000;
const files = { "a.txt": old, "b.txt": "b\n" };

/** Proposes a text for a.txt, as the tab `t`. */
function propose({ client, path }: StillScene): Promise<Answer> {
  const file = path("a.txt");
  const input = { old_file_path: file, new_file_path: file, new_file_contents: proposed, tab_name: "t" };
  const answer = client.call("openDiff", input);
  // Without this a failure before the end would be told twice.
  answer.catch(() => {});
  return answer;
}

describe("several windows in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  describe("closing", () => {
    test("decides nothing, of one or of all: the review waits with what was made of it, and the prompt can decide", {
      timeout: 60_000,
    }, async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      const client = await scene.client();
      const first = scene.propose(client, "a.txt", proposed, "first");
      const second = scene.propose(client, "b.txt", "B\n", "second");
      await expect.poll(() => other.hand.pendingReviews()).toHaveLength(2);
      await scene.page.close({ runBeforeUnload: true });
      await other.hand.accept("first");
      expect(await first.answer).toEqual({ decision: "saved", text: proposed });
      await other.page.close({ runBeforeUnload: true });
      // Said in the terminal, once it is clear that nobody reloads.
      await expect
        .poll(() => scene.served.lines, { timeout: 15_000 })
        .toContainEqual(expect.stringContaining('{"event":"reviews-unseen","reviews":[2]}'));
      expect(second.answered()).toBeUndefined();
      scene.served.say("accept 2");
      expect(await second.answer).toEqual({ decision: "saved", text: "B\n" });
    });

    test("the last window leaves its review to the next one, however long that takes; the review's own × rejects", async () => {
      const still = await openStillScene(browser, files);
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
      await answer;
      expect(decision).toBe("rejected");
    });

    test("going to another site decides nothing, and coming back shows it as it was", async () => {
      const still = await openStillScene(browser, files);
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

    test("a page that crashes rejects nothing, and the next window shows what was made of the review", async () => {
      const still = await openStillScene(browser, files);
      const answer = propose(still);
      await expect.poll(() => reviews(still.page)).toBe(1);
      await still.page.waitForFunction(() => window.tandemPage?.reviewOf("t")?.editor.hasFocus);
      await still.page.keyboard.press("Alt+n");
      await still.page.keyboard.press("Control+End");
      await still.page.keyboard.insertText("kept");
      await still.page.waitForSelector("html[data-synced=true]", { state: "attached" });
      const crashed = still.page.waitForEvent("crash");
      const session = await still.context.newCDPSession(still.page);
      // It takes its own answer with it.
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

  test("a reload keeps every review with its edits and decisions, and what was in front", async () => {
    const scene = await openScene(browser, { files });
    const { page, hand } = scene;
    const client = await scene.client();
    const second = scene.propose(client, "b.txt", "B\n", "second");
    await hand.reviewTab("second").waitFor();
    const first = await scene.review(client, "a.txt", proposed, "first");
    const name = await windowName(page);
    await page.keyboard.press("Alt+y");
    await page.keyboard.press("Alt+n");
    await page.keyboard.insertText("edited ");
    await hand.synced();
    await page.reload();
    await expect.poll(() => hand.pendingReviews()).toEqual(["second", "first"]);
    await expect.poll(() => inFront(page)).toBe("first");
    expect(await windowName(page)).toBe(name);
    await expect.poll(() => page.getByTestId("review-changes").textContent()).toBe("1 of 1 change");
    const expected = proposed.replace("FIVE", "five").replace("NINE", "edited NINE");
    expect(await scene.resultOf("first")).toBe(expected);
    expect([first.answered(), second.answered()]).toEqual([undefined, undefined]);
    await page.getByTestId("review-accept").click();
    expect(await first.answer).toEqual({ decision: "saved", text: expected });
    await hand.accept("second");
    expect(await second.answer).toEqual({ decision: "saved", text: "B\n" });
  });
});
