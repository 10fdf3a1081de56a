/** Comments on lines of a review, in a real browser. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { layouts, reviewDriver } from "./review-driver.js";
import type { PanelOptions } from "./review-page.js";

const { describe, test } = needs("chromium");

describe("comments on a review", () => {
  const driver = reviewDriver();
  const open = async (options: PanelOptions = {}) => {
    await driver.page.evaluate(async (all) => {
      window.page.openPanel(all);
      await window.page.settle();
    }, options);
  };
  const reported = () => driver.page.evaluate(() => window.page.commented.at(-1));
  const comments = () => driver.page.locator(".tandem-comment-text");

  test("is written at the current change, edited and removed by keyboard alone", async () => {
    await open();
    const { keyboard } = driver.page;
    await keyboard.press("F7");
    await keyboard.press("Alt+M");
    await keyboard.type("Why upper case?");
    expect(await reported()).toEqual([{ line: 3, text: "Why upper case?" }]);
    await keyboard.press("Escape");
    expect(await comments().allTextContents()).toEqual(["Why upper case?"]);
    // Escape has returned to the text, where the keys of the review work.
    await keyboard.press("Alt+Y");
    expect((await driver.facts()).decisions).toBe("ua");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("Alt+M");
    await keyboard.press("Control+a");
    await keyboard.press("Delete");
    await keyboard.press("Control+Enter");
    expect(await reported()).toEqual([]);
    expect(await comments().count()).toBe(0);
    expect((await driver.facts()).text).toBe("ONE\ntwo\nthree\nFOUR\n");
  });

  test("follows its line while the user types", async () => {
    await open({ comments: [{ line: 3, text: "Why?" }] });
    const { keyboard } = driver.page;
    await keyboard.press("Control+Home");
    await keyboard.insertText("zero\n");
    expect(await reported()).toEqual([{ line: 4, text: "Why?" }]);
    await keyboard.press("Control+z");
    expect(await reported()).toEqual([{ line: 3, text: "Why?" }]);
    expect(await comments().allTextContents()).toEqual(["Why?"]);
  });

  test.each([true, false])("keeps the lines of both sides level (wrapping: %s)", async (isWrapping) => {
    const lines = Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n");
    const newText = lines.replace("line 3", "LINE 3\nmore");
    const comments = [
      { line: 4, text: "On a changed line." },
      { line: 9, text: "On an unchanged line,\nwith two lines." },
    ];
    await open({ proposal: { oldText: lines, newText }, comments, isWrapping });
    await driver.facts();
    expect(await driver.unevenLines()).toEqual([]);
  });

  test("can be read and edited without scrolling sideways, beside very long lines", async () => {
    const long = `${"long ".repeat(100)}\n`;
    await open({
      proposal: { oldText: `one\n${long}`, newText: `ONE\n${long}` },
      comments: [{ line: 0, text: "Why?" }],
    });
    const box = await driver.page.getByRole("button", { name: "Delete comment on line 1" }).boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(1000);
  });

  test.each(layouts)("has its button in the bar, and is drawn %s", async (layout) => {
    await open();
    await driver.page.evaluate((wanted) => window.page.review.setLayout(wanted), layout);
    await driver.page.locator(".tandem-review-bar [data-tandem=comment]").click();
    await driver.page.keyboard.type("From the button");
    await driver.page.getByRole("button", { name: "Close comment on line 1" }).click();
    expect(await comments().allTextContents()).toEqual(["From the button"]);
    await driver.page.getByRole("button", { name: "Edit comment on line 1" }).click();
    await driver.page.keyboard.type("!");
    expect(await reported()).toEqual([{ line: 0, text: "From the button!" }]);
    await driver.page.keyboard.press("Escape");
    await driver.page.getByRole("button", { name: "Delete comment on line 1" }).click();
    expect(await reported()).toEqual([]);
  });
});
