/** The review with its bar, for applications that have no review view of their own, in a real browser. */
import { expect } from "vitest";
import { needs } from "../parts.js";
import { reviewDriver } from "./review-driver.js";
import type { PanelOptions } from "./review-page.js";

const { describe, test } = needs("chromium");

describe("the panel of a review", () => {
  const driver = reviewDriver();

  const open = async (options: PanelOptions = {}) => {
    await driver.page.evaluate(async (all) => {
      window.page.openPanel(all);
      await window.page.settle();
    }, options);
  };
  const decisions = () => driver.page.evaluate(() => window.page.decisions);
  const bar = (action: string) => driver.page.locator(`.tandem-review-bar [data-tandem=${action}]`);
  const title = () => driver.page.locator(".tandem-review-title");
  const count = () => driver.page.locator(".tandem-review-count");

  test("says what it is about and answers with the whole proposal", async () => {
    await open({ proposal: { clientName: "claude-code 2.1.0" } });
    expect(await title().textContent()).toBe("todo.mdproposed by claude-code 2.1.0");
    expect(await count().textContent()).toBe("Change 1 of 2");
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: true, text: "ONE\ntwo\nthree\nFOUR\n" }]);
  });

  test("answers once, however often it is asked", async () => {
    await open();
    await bar("reject").click();
    await bar("accept").click();
    await driver.page.keyboard.press("Alt+Shift+Y");
    expect(await decisions()).toEqual([{ accepted: false }]);
  });

  test("takes some changes and refuses others, by its buttons, and says how many it will accept", async () => {
    await open();
    await bar("next").click();
    expect(await count().textContent()).toBe("Change 2 of 2");
    await bar("reject-hunk").click();
    expect(await bar("accept").textContent()).toContain("Accept 1 of 2 changes");
    await bar("accept-hunk").click();
    expect(await count().textContent()).toBe("No change left to decide");
    expect(await bar("next").isDisabled()).toBe(true);
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: true, text: "ONE\ntwo\nthree\nfour\n" }]);
  });

  test("with every change refused, to be done with it is a rejection", async () => {
    await open();
    await bar("reject-hunk").click();
    await bar("reject-hunk").click();
    expect(await bar("accept").textContent()).toContain("Done: nothing accepted");
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: false }]);
  });

  test("a click in the bar leaves the keyboard in the text, where an undo takes it back", async () => {
    await open();
    await bar("reject-hunk").click();
    await driver.page.keyboard.press("Control+z");
    expect((await driver.facts()).text).toBe("ONE\ntwo\nthree\nFOUR\n");
    expect(await count().textContent()).toBe("Change 1 of 2");
  });

  test("comes back as the user left it, from a draft", async () => {
    await open();
    await bar("accept-hunk").click();
    await driver.page.keyboard.press("Control+End");
    await driver.page.keyboard.type("five");
    const state = await driver.page.evaluate(() => window.page.states.at(-1));
    expect(state).toMatchObject({ base: "one\ntwo\nthree\nfour\n", result: "ONE\ntwo\nthree\nFOUR\nfive" });
    await open(state ? { state } : {});
    expect(await driver.facts()).toMatchObject({ text: state?.result, decisions: "au" });
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: true, text: "ONE\ntwo\nthree\nFOUR\nfive" }]);
  });

  test("says that a file is new, and that unsaved changes are not in the proposal", async () => {
    await open({ proposal: { oldText: "", isNewFile: true } });
    expect(await title().textContent()).toContain("new file");
    await open({ proposal: { hasUnsavedChanges: true } });
    expect(await driver.page.locator(".tandem-review-notice").textContent()).toContain("unsaved changes");
  });

  test("is unified where two texts have no room, and side by side again where they have", async () => {
    await open();
    const layout = () => driver.page.evaluate(() => window.page.review.layout);
    expect(await layout()).toBe("side-by-side");
    await driver.page.setViewportSize({ width: 500, height: 600 });
    await driver.page.waitForFunction(() => window.page.review.layout === "unified");
    expect(await bar("layout").isDisabled()).toBe(true);
    await driver.page.setViewportSize({ width: 1000, height: 600 });
    await driver.page.waitForFunction(() => window.page.review.layout === "side-by-side");
    await bar("layout").click();
    expect(await layout()).toBe("unified");
    expect(await bar("layout").textContent()).toBe("Side by side");
  });

  test("follows a dark theme, and the variables of the application", async () => {
    await open({ isDark: true });
    const colour = () =>
      driver.page.locator(".tandem-review-bar").evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await colour()).toBe("rgb(22, 27, 34)");
    await driver.page.evaluate(() => document.documentElement.style.setProperty("--tandem-bar", "rgb(1, 2, 3)"));
    expect(await colour()).toBe("rgb(1, 2, 3)");
    await driver.page.evaluate(() => document.documentElement.style.removeProperty("--tandem-bar"));
  });
});
