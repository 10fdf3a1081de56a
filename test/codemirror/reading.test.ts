/** What a review shows besides the texts, and how its parts are reached. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { after, before, layouts, reviewDriver } from "./review-driver.js";
import type { PanelOptions } from "./review-page.js";

const { describe, test } = needs("chromium");

describe("reading a review", () => {
  const on = reviewDriver();
  const openPanel = (options: PanelOptions) =>
    on.page.evaluate(async (all) => {
      window.page.openPanel(all);
      await window.page.settle();
    }, options);
  const filler = Array.from({ length: 60 }, (_, index) => `same ${index}`).join("\n");
  const folded = () => on.page.locator(".tandem-review-result .cm-collapsedLines");

  test.each(layouts)("the buttons of a change are at least 24 px, and apart (%s)", async (layout) => {
    await on.open({ layout });
    const boxes = await on.page.locator('.tandem-hunk-button[data-hunk="0"]').evaluateAll((all) =>
      all.map((each) => {
        const { left, right, width, height } = each.getBoundingClientRect();
        return { left, right, width, height };
      }),
    );
    expect(boxes).toHaveLength(2);
    for (const { width, height } of boxes) expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    expect((boxes[1]?.left ?? 0) - (boxes[0]?.right ?? 0)).toBeGreaterThanOrEqual(8);
    // The middle of each button belongs to it.
    await on.click("reject", 0);
    expect((await on.facts()).decisions).toBe("ruuu");
  });

  test("a touch accepts a change", async () => {
    const page = await on.newPage({ hasTouch: true });
    await page.goto(on.url);
    await page.evaluate(
      async (texts) => {
        window.page.open({ ...texts, layout: "unified" });
        await window.page.settle();
      },
      { base: before, result: after },
    );
    await page.locator('.tandem-hunk-button[data-hunk="1"][data-action="accept"]').tap();
    expect(await page.evaluate(() => window.page.review.hunks[1]?.decision)).toBe("accepted");
    await page.close();
  });

  test("folded lines open in steps, with the key of the review or with their own button", async () => {
    const texts = { base: `${filler}\n${before}${filler}`, result: `${filler}\n${after}${filler}` };
    await on.open({ layout: "side-by-side", ...texts });
    await on.page.evaluate(() => window.page.review.focus());
    expect(await folded().allTextContents()).toEqual(["58 unchanged lines", "56 unchanged lines"]);
    await on.page.keyboard.press("Alt+E");
    expect(await folded().allTextContents()).toEqual(["58 unchanged lines", "36 unchanged lines"]);
    // Tab goes to the first button, which keeps the focus.
    await on.page.keyboard.press("Tab");
    await on.page.keyboard.press("Enter");
    await on.page.keyboard.press("Enter");
    expect(await folded().allTextContents()).toEqual(["18 unchanged lines", "36 unchanged lines"]);
    await on.page.keyboard.press("Enter");
    expect(await folded().allTextContents()).toEqual(["36 unchanged lines"]);
    expect((await on.facts()).text).toBe(texts.result);
  });

  test.each([
    ["a new file", { oldText: "", newText: after, isNewFile: true }],
    ["an emptied file", { oldText: before, newText: "" }],
  ])("%s has the whole width", async (_what, proposal) => {
    await openPanel({ proposal });
    expect(await on.page.locator(".cm-editor").count()).toBe(1);
    const layout = on.page.locator(".tandem-review-bar [data-tandem=layout]");
    expect(await layout.isDisabled()).toBe(true);
    expect(await layout.getAttribute("title")).toBe("There is only one text");
    await on.page.keyboard.press("Alt+Shift+Y");
    expect(await on.page.evaluate(() => window.page.decisions)).toEqual([{ accepted: true, text: proposal.newText }]);
  });

  test("says at the top that the file is hidden, and that it is compared with another one", async () => {
    await openPanel({ proposal: { isHidden: true, oldPath: "/notes/old.md" } });
    const title = await on.page.locator(".tandem-review-title").textContent();
    expect(title).toContain("This file is hidden from the agent");
    expect(title).toContain("compared with /notes/old.md");
    await openPanel({ proposal: { oldPath: "/notes/todo.md" } });
    expect(await on.page.locator(".tandem-review-title").textContent()).toBe("todo.md");
  });

  test.each(layouts)("says where the texts were not compared line by line (%s)", async (layout) => {
    const lines = (word: string) => Array.from({ length: 9000 }, (_, index) => `${word} ${(index * 7919) % 9001}`);
    const [base, result] = [["head", ...lines("a")].join("\n"), ["HEAD", ...lines("b").reverse()].join("\n")];
    await on.open({ layout, base, result });
    const coarse = await on.page.evaluate(() => window.page.review.hunks.filter(({ isCoarse }) => isCoarse).length);
    expect(coarse).toBeGreaterThan(0);
    expect(await on.page.locator(".tandem-coarse-note").first().textContent()).toContain("may include unchanged lines");
    await on.open({ layout });
    expect(await on.page.locator(".tandem-coarse-note").count()).toBe(0);
  });
});
