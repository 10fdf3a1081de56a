/** From one review to the next in Obsidian, in a real Chromium, with a stand-in for Obsidian's workspace. */
import { expect } from "vitest";
import { needsChromium } from "../../chromium.js";
import { eventually } from "../../eventually.js";
import { usePanes } from "./panes-fixture.js";

const { describe, test } = needsChromium();

describe("deciding in Chromium, with a fake Obsidian workspace", () => {
  const on = usePanes();

  test("closing its tab rejects it after five seconds, and not if the user undoes that", async () => {
    await on.openReview();
    await on.page.locator(".tandem-review-result .cm-content").click();
    await on.page.keyboard.press("Control+End");
    await on.page.keyboard.type("Mine.");
    const close = () => on.page.locator(".workspace-tab-header-inner-close-button").last().click();
    await close();
    await on.page.evaluate(() => window.obsidianPage.advance(4999));
    expect(await on.notices()).toEqual(["Closed the review of Plan.md. It will be rejected in 5 seconds."]);
    await on.pressNotice();
    await on.page.locator(".tandem-review", { hasText: "Mine." }).waitFor();
    await on.page.evaluate(() => window.obsidianPage.advance(60_000));
    expect(await on.decision()).toBeUndefined();
    await close();
    await on.page.evaluate(() => window.obsidianPage.advance(5000));
    await eventually(async () => expect(await on.decision()).toEqual({ accepted: false }));
    expect(await on.notices()).toEqual([]);
  });

  test("a review that can't be accepted says why, and can still be rejected", async () => {
    await on.openNote();
    await on.leaveText();
    await on.propose({ newText: "", acceptedForm: "non-empty text" });
    await on.bar("accept").click();
    expect(await on.notices()).toEqual([expect.stringContaining("does not support emptying a file")]);
    await on.bar("reject").click();
    await eventually(async () => expect(await on.decision()).toEqual({ accepted: false }));
  });

  test("close_tab ends the wait of a closed review", async () => {
    await on.openReview();
    await on.page.locator(".workspace-tab-header-inner-close-button").last().click();
    await on.page.evaluate(() => window.obsidianPage.withdraw("one"));
    await eventually(async () => expect(await on.notices()).toEqual([]));
  });

  test("after a decision the next review comes to the front", async () => {
    await on.openNote();
    await on.leaveText();
    for (const id of ["first", "second", "third"]) await on.propose({ id });
    await eventually(async () => expect(await on.page.locator(".tandem-review").count()).toBe(3));
    await on.page.locator(".workspace-tab-header", { hasText: "Review" }).nth(1).click();
    for (const id of ["second", "third", "first"]) {
      await on.page.locator(".tandem-review:visible [data-tandem=accept]").click();
      await eventually(async () => expect(await on.decision(id)).toMatchObject({ accepted: true }));
    }
    expect(await on.front()).toEqual(["Plan.md"]);
  });

  test("a review opens behind a note that is being edited, with a notice", async () => {
    await on.openNote();
    await on.page.keyboard.press("Control+Home");
    await on.propose();
    await eventually(async () => expect(await on.notices()).toEqual(["Claude proposes a change to Plan.md."]));
    // Several are one notice, which goes with them.
    for (const id of ["two", "three"]) await on.propose({ id });
    await eventually(async () => expect(await on.notices()).toEqual(["3 reviews are waiting."]));
    for (const id of ["two", "three"]) await on.page.evaluate((name) => window.obsidianPage.withdraw(name), id);
    await eventually(async () => expect(await on.notices()).toEqual(["Claude proposes a change to Plan.md."]));
    await on.page.keyboard.type("still here ");
    expect(await on.front()).toEqual(["Plan.md"]);
    expect(await on.page.locator(".cm-content").first().textContent()).toContain("still here # Plan");
  });
});
