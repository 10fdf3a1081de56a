/** The review with its bar, for applications without a review view, in a real browser. */
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

  test("shows the proposal's name and client, and accepts the whole proposal", async () => {
    await open({ proposal: { clientName: "claude-code 2.1.0" } });
    expect(await title().textContent()).toBe("todo.mdproposed by claude-code 2.1.0");
    expect(await count().textContent()).toBe("2 changes, +2 −2");
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: true, text: "ONE\ntwo\nthree\nFOUR\n" }]);
  });

  test("decides only once", async () => {
    await open();
    await bar("reject").click();
    await bar("accept").click();
    await driver.page.keyboard.press("Alt+Shift+Y");
    expect(await decisions()).toEqual([{ accepted: false }]);
  });

  test("counts decisions and lines as the user decides and types", async () => {
    await open();
    await bar("next").click();
    await bar("reject-hunk").click();
    expect(await bar("accept").textContent()).toContain("Accept 1 of 2 changes");
    expect(await count().textContent()).toBe("1 rejected, 1 left, +1 −1");
    await bar("accept-hunk").click();
    expect(await count().textContent()).toBe("1 accepted, 1 rejected, 0 left, +1 −1");
    await driver.page.keyboard.press("Control+Home");
    await driver.page.keyboard.insertText("zero\n");
    expect(await count().textContent()).toBe("1 accepted, 1 rejected, 0 left, +2 −1");
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: true, text: "zero\nONE\ntwo\nthree\nfour\n" }]);
  });

  test("a decision can be changed after all changes are decided", async () => {
    await open();
    await driver.page.keyboard.press("Alt+Y");
    await driver.page.keyboard.press("Alt+N");
    expect(await driver.facts()).toMatchObject({ decisions: "ar", hunks: 0 });
    // With nothing left to decide, the keys go through all changes.
    await driver.page.keyboard.press("F7");
    await driver.page.keyboard.press("Alt+N");
    await driver.page.keyboard.press("F7");
    await driver.page.keyboard.press("Alt+Y");
    expect(await driver.facts()).toMatchObject({ decisions: "ra", text: "one\ntwo\nthree\nFOUR\n" });
    await bar("take-back").click();
    expect(await driver.facts()).toMatchObject({ decisions: "ru", current: 0 });
  });

  test("rejects with a reason, by keyboard alone", async () => {
    await open();
    const { keyboard } = driver.page;
    await keyboard.press("Alt+Shift+R");
    await keyboard.type("1. Keep it.");
    await keyboard.press("Escape");
    expect(await decisions()).toEqual([]);
    // The text is still there, and Enter sends it.
    await keyboard.press("Alt+Shift+R");
    await keyboard.press("End");
    await keyboard.type(" Please.");
    await keyboard.press("Enter");
    expect(await decisions()).toEqual([{ accepted: false, reason: "1. Keep it. Please." }]);
  });

  test("accepting with every change rejected is a rejection", async () => {
    await open();
    await bar("reject-hunk").click();
    await bar("reject-hunk").click();
    expect(await bar("accept").textContent()).toContain("Finish without accepting");
    await bar("accept").click();
    expect(await decisions()).toEqual([{ accepted: false }]);
  });

  test("a click in the bar leaves the focus in the text, where it can be undone", async () => {
    await open();
    await bar("reject-hunk").click();
    await driver.page.keyboard.press("Control+z");
    expect((await driver.facts()).text).toBe("ONE\ntwo\nthree\nFOUR\n");
    expect(await count().textContent()).toBe("2 changes, +2 −2");
  });

  test("restores a draft", async () => {
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

  test("shows that a file is new, and that the proposal doesn't include unsaved changes", async () => {
    await open({ proposal: { oldText: "", isNewFile: true } });
    expect(await title().textContent()).toContain("new file");
    await open({ proposal: { hasUnsavedChanges: true } });
    expect(await driver.page.locator(".tandem-review-notice").textContent()).toContain("unsaved changes");
  });

  test("is unified when narrow, and side by side again when wide", async () => {
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
