/** Selections and mentions of an editor in a real browser. */
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { reviewDriver } from "./review-driver.js";

const { describe, test } = needsChromium();

describe("an editor in Chromium", () => {
  const on = reviewDriver();

  test("reports its selection at the start and at every change, even if the report throws", async () => {
    const received = () => on.page.evaluate(() => window.page.received.splice(0));
    const failure = "Error: a report that fails";
    await on.page.evaluate(() => {
      window.page.openEditor("one\ntwo");
    });
    expect((await received()).slice(0, 2)).toEqual([[0, 0], failure]);
    await on.page.evaluate(() => {
      const view = window.page.openEditor("one\ntwo");
      window.page.received.length = 0;
      view.dispatch({ selection: { anchor: 5, head: 1 } });
      view.dispatch({ changes: { from: 0, insert: "x" } });
      view.dispatch({ effects: [] });
    });
    expect(await received()).toEqual([[5, 1], failure, [6, 2], failure]);
  });

  test("mentions the selected lines, or the file", async () => {
    await on.page.evaluate(() => {
      window.page.openEditor("one\ntwo\nthree");
      window.page.received.length = 0;
    });
    await on.page.keyboard.press("Alt+k");
    expect(await on.page.evaluate(() => window.page.received)).toEqual([{ mention: "the file" }]);
    await on.page.evaluate(() =>
      window.page.openEditor("one\ntwo\nthree").dispatch({ selection: { anchor: 1, head: 5 } }),
    );
    await on.page.keyboard.press("Alt+k");
    const mentions = await on.page.evaluate(() => window.page.received.filter((each) => !Array.isArray(each)).at(-1));
    expect(mentions).toEqual({ mention: { start: 0, end: 1 } });
  });
});
