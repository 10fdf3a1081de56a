/** Several windows on one workbench, in a real Chromium: one truth, and each its own view. */
import { readFileSync } from "node:fs";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { old, proposed } from "./nine-lines.js";
import { focusWindow, openScene, type Scene } from "./scene.js";
import { inFront, reviews, windowName } from "./window-facts.js";

const { describe, test } = needsChromium();
const files = { "a.txt": old, "b.txt": "b\n" };

describe("several windows in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());

  const isDirty = (scene: Scene, page: Page) =>
    page
      .locator(`[data-testid="tab"][data-path="${scene.path("a.txt")}"]`)
      .first()
      .getAttribute("data-dirty");

  describe("show one text", () => {
    test("what is typed in one appears in the other; both show that it is unsaved, and that it was saved", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      await scene.hand.openFile(scene.path("a.txt"));
      await other.hand.openFile(scene.path("a.txt"));
      await focusWindow(scene.page);
      await scene.editor("a.txt").focus();
      await scene.hand.type("typed ");
      await expect.poll(() => scene.textOf("a.txt", other.page)).toBe(`typed ${old}`);
      for (const page of [scene.page, other.page]) await expect.poll(() => isDirty(scene, page)).toBe("true");
      await focusWindow(other.page);
      await scene.editor("a.txt", other.page).focus();
      await other.page.keyboard.press("Control+s");
      for (const page of [scene.page, other.page]) await expect.poll(() => isDirty(scene, page)).toBe("false");
      expect(readFileSync(scene.path("a.txt"), "utf8")).toBe(`typed ${old}`);
    });

    test("typed into at the same time, nothing is lost and both end with the same text", async () => {
      const scene = await openScene(browser, { files: { "a.txt": "START\nEND\n" } });
      const other = await scene.openWindow();
      await scene.hand.openFile(scene.path("a.txt"));
      await other.hand.openFile(scene.path("a.txt"));
      const words = Array.from({ length: 40 }, (_, index) => index);
      /** Types at the end of a line, a word at a time, as fast as the page takes it. */
      const typeInto = async (page: Page, line: number, sign: string) => {
        await page.evaluate(
          ({ path, number }) => {
            const view = window.tandemPage?.editorOf(path);
            view?.focus();
            view?.dispatch({ selection: { anchor: view.state.doc.line(number).to } });
          },
          { path: scene.path("a.txt"), number: line },
        );
        for (const word of words) await page.keyboard.insertText(` ${sign}${word}`);
      };
      await Promise.all([typeInto(scene.page, 1, "a"), typeInto(other.page, 2, "b")]);
      const all = (sign: string) => words.map((word) => ` ${sign}${word}`).join("");
      const expected = `START${all("a")}\nEND${all("b")}\n`;
      for (const page of [scene.page, other.page]) await expect.poll(() => scene.textOf("a.txt", page)).toBe(expected);
      await scene.hand.save(scene.path("a.txt"));
      expect(readFileSync(scene.path("a.txt"), "utf8")).toBe(expected);
    });

    test("undo takes back only what was typed in that window", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      await scene.hand.openFile(scene.path("a.txt"));
      await other.hand.openFile(scene.path("a.txt"));
      await scene.editor("a.txt").focus();
      await scene.hand.type("mine ");
      await expect.poll(() => scene.textOf("a.txt", other.page)).toBe(`mine ${old}`);
      await scene.editor("a.txt", other.page).focus();
      await other.page.keyboard.press("Control+End");
      await other.hand.type("theirs");
      await expect.poll(() => scene.textOf("a.txt")).toBe(`mine ${old}theirs`);
      await scene.page.keyboard.press("Control+z");
      for (const page of [scene.page, other.page])
        await expect.poll(() => scene.textOf("a.txt", page)).toBe(`${old}theirs`);
    });
  });

  describe("have views of their own", () => {
    test("tabs are shared, what is in front is not, and the focused one is the active editor", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      const client = await scene.client();
      await scene.hand.openFile(scene.path("a.txt"));
      await expect.poll(() => other.hand.tab(scene.path("a.txt")).count()).toBe(1);
      await other.hand.openFile(scene.path("b.txt"));
      await scene.hand.tab(scene.path("b.txt")).waitFor();
      expect(await Promise.all([inFront(scene.page), inFront(other.page)])).toEqual(["a.txt", "b.txt"]);
      const active = async () => {
        const { tabs } = await client.call("getOpenEditors");
        return tabs.filter((tab) => tab.isActive).map((tab) => tab.label);
      };
      await focusWindow(other.page);
      await expect.poll(active).toEqual(["b.txt"]);
      await focusWindow(scene.page);
      await expect.poll(active).toEqual(["a.txt"]);
      await scene.hand.select(scene.path("a.txt"), {
        start: { line: 1, character: 0 },
        end: { line: 1, character: 3 },
      });
      expect(await client.call("getCurrentSelection")).toMatchObject({ filePath: scene.path("a.txt"), text: "two" });
      await focusWindow(other.page);
      await expect
        .poll(async () => await client.call("getCurrentSelection"))
        .toMatchObject({ filePath: scene.path("b.txt"), text: "" });
      await focusWindow(scene.page);
      await expect
        .poll(async () => await client.call("getCurrentSelection"))
        .toMatchObject({ filePath: scene.path("a.txt"), text: "two" });
    });

    test("a tab that is closed in one is closed in the other", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      await scene.hand.openFile(scene.path("a.txt"));
      await other.hand.openFile(scene.path("a.txt"));
      await scene.hand.closeFile(scene.path("a.txt"));
      await other.hand.tab(scene.path("a.txt")).waitFor({ state: "detached" });
    });

    test("a duplicated browser tab, which has the name of the first in its storage, is a window of its own", async () => {
      const scene = await openScene(browser, { files });
      await scene.hand.openFile(scene.path("a.txt"));
      const opened = scene.context.waitForEvent("page");
      // As duplicating does, this copies the session storage.
      await scene.page.evaluate(() => {
        window.open("/");
      });
      const copy = await opened;
      await copy.locator('[data-testid="tree-row"]').first().waitFor();
      const [first, second] = await Promise.all([windowName(scene.page), windowName(copy)]);
      expect(first).not.toBeNull();
      expect(second).not.toBeNull();
      expect(second).not.toBe(first);
      await scene.hand.openFile(scene.path("b.txt"));
      expect(await Promise.all([inFront(scene.page), inFront(copy)])).toEqual(["b.txt", "a.txt"]);
    });
  });

  describe("share a review", () => {
    test("what is edited and decided in one shows in the other, and the answer has all of it", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      const proposal = await scene.review(await scene.client(), "a.txt", proposed);
      await other.hand.showReview("a.txt");
      const hunks = (page: Page) =>
        page.evaluate(
          () => window.tandemPage?.reviewOf("a.txt")?.hunks.filter(({ decision }) => decision === "undecided").length,
        );
      await scene.page.keyboard.press("Alt+y");
      for (const page of [scene.page, other.page]) await expect.poll(() => hunks(page)).toBe(2);
      await scene.hunkButton(0, "reject", other.page).click();
      for (const page of [scene.page, other.page]) await expect.poll(() => hunks(page)).toBe(1);
      await scene.page.keyboard.press("Control+End");
      await scene.page.keyboard.insertText("ten");
      const expected = `${proposed.replace("FIVE", "five")}ten`;
      await expect.poll(() => scene.resultOf("a.txt", other.page)).toBe(expected);
      await other.page.getByTestId("review-accept").click();
      expect(await proposal.answer).toEqual({ decision: "saved", text: expected });
      for (const page of [scene.page, other.page]) await expect.poll(() => reviews(page)).toBe(0);
    });

    test("hunks that are accepted in both at the same moment leave both with the same ones", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      const proposal = await scene.review(await scene.client(), "a.txt", proposed);
      await other.hand.showReview("a.txt");
      const state = (page: Page) =>
        page.evaluate(() => {
          const review = window.tandemPage?.reviewOf("a.txt");
          return { decisions: review?.hunks.map(({ decision }) => decision), text: review?.text };
        });
      await Promise.all([scene.hunkButton(0, "accept").click(), scene.hunkButton(2, "accept", other.page).click()]);
      await expect
        .poll(async () => {
          const [one, two] = await Promise.all([state(scene.page), state(other.page)]);
          return [one, two];
        })
        .toEqual(Array(2).fill({ decisions: ["accepted", "undecided", "accepted"], text: proposed }));
      await scene.page.getByTestId("review-accept").click();
      expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    });

    const decisions = (page: Page) =>
      page.evaluate(() => {
        const review = window.tandemPage?.reviewOf("a.txt");
        return [review?.hunks.map(({ decision }) => decision).join(" "), review?.text];
      });

    test("one that is opened half way shows what was decided so far, and takes it back for both", async () => {
      const scene = await openScene(browser, { files });
      const proposal = await scene.review(await scene.client(), "a.txt", proposed);
      await scene.page.keyboard.press("Alt+y");
      await scene.page.keyboard.press("Alt+n");
      await scene.hand.synced();
      const other = await scene.openWindow();
      await other.hand.showReview("a.txt");
      const decided = ["accepted rejected undecided", proposed.replace("FIVE", "five")];
      for (const page of [scene.page, other.page]) await expect.poll(() => decisions(page)).toEqual(decided);
      expect(await other.page.getByTestId("review-accept").textContent()).toContain("Accept 2 of 3 changes");
      for (const index of [0, 1]) await other.page.locator(`[data-action=take-back][data-hunk="${index}"]`).click();
      const asProposed = ["undecided undecided undecided", proposed];
      for (const page of [scene.page, other.page]) await expect.poll(() => decisions(page)).toEqual(asProposed);
      await scene.page.getByTestId("review-accept").click();
      expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
    });

    test("decisions and typing at the same moment and place leave both with the same, whoever was first", async () => {
      const scene = await openScene(browser, { files });
      const other = await scene.openWindow();
      await scene.review(await scene.client(), "a.txt", proposed);
      await other.hand.showReview("a.txt");
      const act = (page: Page, isFirst: boolean) =>
        page.evaluate((first) => {
          const review = window.tandemPage?.reviewOf("a.txt");
          review?.decideHunk(first ? "rejected" : "accepted", 0);
          review?.decideHunk(first ? "accepted" : "rejected", 1);
          review?.editor.dispatch({ changes: { from: review.text.indexOf("eight"), insert: first ? "x\n" : "y" } });
          review?.decideHunk("accepted", review.hunks.length - 1);
        }, isFirst);
      await Promise.all([act(scene.page, true), act(other.page, false)]);
      await Promise.all([scene.hand.synced(), other.hand.synced()]);
      await expect
        .poll(async () => JSON.stringify(await decisions(scene.page)) === JSON.stringify(await decisions(other.page)))
        .toBe(true);
      await scene.page.reload();
      await scene.hand.showReview("a.txt");
      expect(await decisions(scene.page), "and so does the host").toEqual(await decisions(other.page));
    });

    test("a proposal comes to the front in the window where nobody types, and waits behind in the other", async () => {
      const scene = await openScene(browser, { files });
      await scene.hand.openFile(scene.path("b.txt"));
      const other = await scene.openWindow();
      await other.page.getByTestId("go-to-file").focus();
      await focusWindow(scene.page);
      await scene.editor("b.txt").focus();
      scene.propose(await scene.client(), "a.txt", proposed, "t");
      await expect.poll(() => inFront(other.page)).toBe("t");
      await scene.page.getByTestId("toast").waitFor();
      expect(await inFront(scene.page)).toBe("b.txt");
    });
  });
});
