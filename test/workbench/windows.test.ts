/** Several windows of one workbench, in a real Chromium: shared state, separate views. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { type Fixture, focusWindow, openFixture } from "./fixture.js";
import { old, proposed } from "./three-hunks.js";
import { inFront, reviews, windowName } from "./window-state.js";

const { describe, test } = needsChromium();
const files = { "a.txt": old, "b.txt": "b\n" };

describe("Several windows in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  const isDirty = (fixture: Fixture, page: Page) =>
    page
      .locator(`[data-testid="tab"][data-path="${fixture.path("a.txt")}"]`)
      .first()
      .getAttribute("data-dirty");

  describe("share one text", () => {
    test("typed text appears in the other; both show when it is unsaved and saved", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      await fixture.driver.openFile(fixture.path("a.txt"));
      await other.driver.openFile(fixture.path("a.txt"));
      await focusWindow(fixture.page);
      await fixture.editor("a.txt").focus();
      await fixture.driver.type("typed ");
      await expect.poll(() => fixture.textOf("a.txt", other.page)).toBe(`typed ${old}`);
      for (const page of [fixture.page, other.page]) await expect.poll(() => isDirty(fixture, page)).toBe("true");
      await focusWindow(other.page);
      await fixture.editor("a.txt", other.page).focus();
      await other.page.keyboard.press("Control+s");
      for (const page of [fixture.page, other.page]) await expect.poll(() => isDirty(fixture, page)).toBe("false");
      expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(`typed ${old}`);
    });

    test("with edits at the same time, lose nothing and end with the same text", async () => {
      const fixture = await openFixture(browser, { files: { "a.txt": "START\nEND\n" } });
      const other = await fixture.openWindow();
      await fixture.driver.openFile(fixture.path("a.txt"));
      await other.driver.openFile(fixture.path("a.txt"));
      const words = Array.from({ length: 40 }, (_, index) => index);
      /** Types at the end of a line, word by word, as fast as possible. */
      const typeInto = async (page: Page, line: number, sign: string) => {
        await page.evaluate(
          ({ path, number }) => {
            const view = window.tandemPage?.editorOf(path);
            view?.focus();
            view?.dispatch({ selection: { anchor: view.state.doc.line(number).to } });
          },
          { path: fixture.path("a.txt"), number: line },
        );
        for (const word of words) await page.keyboard.insertText(` ${sign}${word}`);
      };
      await Promise.all([typeInto(fixture.page, 1, "a"), typeInto(other.page, 2, "b")]);
      const all = (sign: string) => words.map((word) => ` ${sign}${word}`).join("");
      const expected = `START${all("a")}\nEND${all("b")}\n`;
      for (const page of [fixture.page, other.page])
        await expect.poll(() => fixture.textOf("a.txt", page)).toBe(expected);
      await fixture.driver.save(fixture.path("a.txt"));
      expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(expected);
    });

    test("undo reverts only changes made in the same window", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      await fixture.driver.openFile(fixture.path("a.txt"));
      await other.driver.openFile(fixture.path("a.txt"));
      await fixture.editor("a.txt").focus();
      await fixture.driver.type("mine ");
      await expect.poll(() => fixture.textOf("a.txt", other.page)).toBe(`mine ${old}`);
      await fixture.editor("a.txt", other.page).focus();
      await other.page.keyboard.press("Control+End");
      await other.driver.type("theirs");
      await expect.poll(() => fixture.textOf("a.txt")).toBe(`mine ${old}theirs`);
      await fixture.page.keyboard.press("Control+z");
      for (const page of [fixture.page, other.page])
        await expect.poll(() => fixture.textOf("a.txt", page)).toBe(`${old}theirs`);
    });
  });

  describe("have their own views", () => {
    test("share tabs but not the active tab, and the focused window has the active editor", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      const client = await fixture.client();
      await fixture.driver.openFile(fixture.path("a.txt"));
      await expect.poll(() => other.driver.tab(fixture.path("a.txt")).count()).toBe(1);
      await other.driver.openFile(fixture.path("b.txt"));
      await fixture.driver.tab(fixture.path("b.txt")).waitFor();
      expect(await Promise.all([inFront(fixture.page), inFront(other.page)])).toEqual(["a.txt", "b.txt"]);
      const active = async () => {
        const { tabs } = await client.call("getOpenEditors");
        return tabs.filter((tab) => tab.isActive).map((tab) => tab.label);
      };
      await focusWindow(other.page);
      await expect.poll(active).toEqual(["b.txt"]);
      await focusWindow(fixture.page);
      await expect.poll(active).toEqual(["a.txt"]);
      await fixture.driver.select(fixture.path("a.txt"), {
        start: { line: 1, character: 0 },
        end: { line: 1, character: 3 },
      });
      expect(await client.call("getCurrentSelection")).toMatchObject({ filePath: fixture.path("a.txt"), text: "two" });
      await focusWindow(other.page);
      await expect
        .poll(async () => await client.call("getCurrentSelection"))
        .toMatchObject({ filePath: fixture.path("b.txt"), text: "" });
      await focusWindow(fixture.page);
      await expect
        .poll(async () => await client.call("getCurrentSelection"))
        .toMatchObject({ filePath: fixture.path("a.txt"), text: "two" });
    });

    test("a tab closed in one is closed in the other", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      await fixture.driver.openFile(fixture.path("a.txt"));
      await other.driver.openFile(fixture.path("a.txt"));
      await fixture.driver.closeFile(fixture.path("a.txt"));
      await other.driver.tab(fixture.path("a.txt")).waitFor({ state: "detached" });
    });

    test("a duplicated browser tab, which has the first one's id in its storage, is a separate window", async () => {
      const fixture = await openFixture(browser, { files });
      await fixture.driver.openFile(fixture.path("a.txt"));
      const opened = fixture.context.waitForEvent("page");
      // Copies the session storage, like duplicating a tab does.
      await fixture.page.evaluate(() => {
        window.open("/");
      });
      const copy = await opened;
      await copy.locator('[data-testid="tree-row"]').first().waitFor();
      const [first, second] = await Promise.all([windowName(fixture.page), windowName(copy)]);
      expect(first).not.toBeNull();
      expect(second).not.toBeNull();
      expect(second).not.toBe(first);
      await fixture.driver.openFile(fixture.path("b.txt"));
      expect(await Promise.all([inFront(fixture.page), inFront(copy)])).toEqual(["b.txt", "a.txt"]);
    });
  });

  describe("share a review", () => {
    test("edits and decisions in one appear in the other, and the answer contains all of them", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
      await other.driver.showReview("a.txt");
      const hunks = (page: Page) =>
        page.evaluate(
          () => window.tandemPage?.reviewOf("a.txt")?.hunks.filter(({ decision }) => decision === "undecided").length,
        );
      await fixture.page.keyboard.press("Alt+y");
      for (const page of [fixture.page, other.page]) await expect.poll(() => hunks(page)).toBe(2);
      await fixture.hunkButton(0, "reject", other.page).click();
      for (const page of [fixture.page, other.page]) await expect.poll(() => hunks(page)).toBe(1);
      await fixture.page.keyboard.press("Control+End");
      await fixture.page.keyboard.insertText("ten");
      const expected = `${proposed.replace("FIVE", "five")}ten`;
      await expect.poll(() => fixture.resultOf("a.txt", other.page)).toBe(expected);
      await other.page.getByTestId("review-accept").click();
      expect(await proposal.answer).toEqual({ decision: "saved", text: expected });
      for (const page of [fixture.page, other.page]) await expect.poll(() => reviews(page)).toBe(0);
    });

    test("hunks accepted in both at the same time leave both in the same state", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
      await other.driver.showReview("a.txt");
      const state = (page: Page) =>
        page.evaluate(() => {
          const review = window.tandemPage?.reviewOf("a.txt");
          return { decisions: review?.hunks.map(({ decision }) => decision), text: review?.text };
        });
      await Promise.all([fixture.hunkButton(0, "accept").click(), fixture.hunkButton(2, "accept", other.page).click()]);
      await expect
        .poll(async () => {
          const [one, two] = await Promise.all([state(fixture.page), state(other.page)]);
          return [one, two];
        })
        .toEqual(Array(2).fill({ decisions: ["accepted", "undecided", "accepted"], text: proposed }));
      await fixture.page.getByTestId("review-accept").click();
      expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    });

    const decisions = (page: Page) =>
      page.evaluate(() => {
        const review = window.tandemPage?.reviewOf("a.txt");
        return [review?.hunks.map(({ decision }) => decision).join(" "), review?.text];
      });

    test("opened later, shows the decisions so far and can undo them for both", async () => {
      const fixture = await openFixture(browser, { files });
      const proposal = await fixture.review(await fixture.client(), "a.txt", proposed);
      await fixture.page.keyboard.press("Alt+y");
      await fixture.page.keyboard.press("Alt+n");
      await fixture.driver.synced();
      const other = await fixture.openWindow();
      await other.driver.showReview("a.txt");
      const decided = ["accepted rejected undecided", proposed.replace("FIVE", "five")];
      for (const page of [fixture.page, other.page]) await expect.poll(() => decisions(page)).toEqual(decided);
      expect(await other.page.getByTestId("review-accept").textContent()).toContain("Accept 2 of 3 changes");
      for (const index of [0, 1]) await other.page.locator(`[data-action=take-back][data-hunk="${index}"]`).click();
      const asProposed = ["undecided undecided undecided", proposed];
      for (const page of [fixture.page, other.page]) await expect.poll(() => decisions(page)).toEqual(asProposed);
      await fixture.page.getByTestId("review-accept").click();
      expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    });

    test("decisions and edits at the same time and place leave both in the same state, in any order", async () => {
      const fixture = await openFixture(browser, { files });
      const other = await fixture.openWindow();
      await fixture.review(await fixture.client(), "a.txt", proposed);
      await other.driver.showReview("a.txt");
      const act = (page: Page, isFirst: boolean) =>
        page.evaluate((first) => {
          const review = window.tandemPage?.reviewOf("a.txt");
          review?.decideHunk(first ? "rejected" : "accepted", 0);
          review?.decideHunk(first ? "accepted" : "rejected", 1);
          review?.editor.dispatch({ changes: { from: review.text.indexOf("eight"), insert: first ? "x\n" : "y" } });
          review?.decideHunk("accepted", review.hunks.length - 1);
        }, isFirst);
      await Promise.all([act(fixture.page, true), act(other.page, false)]);
      await Promise.all([fixture.driver.synced(), other.driver.synced()]);
      await expect
        .poll(async () => JSON.stringify(await decisions(fixture.page)) === JSON.stringify(await decisions(other.page)))
        .toBe(true);
      await fixture.page.reload();
      await fixture.driver.showReview("a.txt");
      expect(await decisions(fixture.page), "and so does the host").toEqual(await decisions(other.page));
    });

    test("a proposal opens in front in the window where the user isn't typing, and behind in the other", async () => {
      const fixture = await openFixture(browser, { files });
      await fixture.driver.openFile(fixture.path("b.txt"));
      const other = await fixture.openWindow();
      await other.page.getByTestId("go-to-file").focus();
      await focusWindow(fixture.page);
      await fixture.editor("b.txt").focus();
      fixture.propose(await fixture.client(), "a.txt", proposed, "t");
      await expect.poll(() => inFront(other.page)).toBe("t");
      await fixture.page.getByTestId("toast").waitFor();
      expect(await inFront(fixture.page)).toBe("b.txt");
    });
  });
});
