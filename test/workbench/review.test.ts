/** Reviews in a real Chromium: how they arrive, wait with others, and warn. */
import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { old, proposed } from "./nine-lines.js";
import { focusedLabel, openScene, settled } from "./scene.js";

const { describe, test } = needsChromium();

describe("a review in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old, "b.txt": old, "notes.txt": "" };

  describe("arrives", () => {
    test("behind while the user types: not one key goes astray, and a toast tells of each", async () => {
      const scene = await openScene(browser, { files });
      const { page, hand } = scene;
      const client = await scene.client();
      await hand.openFile(scene.path("notes.txt"));
      await scene.editor("notes.txt").focus();
      const typed = "The quick brown fox jumps over the lazy dog, again and again. ".repeat(4);
      const proposals: ReturnType<typeof scene.propose>[] = [];
      for (const [index, key] of [...typed].entries()) {
        if (index % 80 === 40) proposals.push(scene.propose(client, "a.txt", `${index}\n`, `proposal ${index}`));
        await page.keyboard.press(key === " " ? "Space" : key);
      }
      await expect.poll(() => hand.pendingReviews()).toHaveLength(proposals.length);
      expect(await scene.textOf("notes.txt")).toBe(typed);
      expect(await focusedLabel(page)).toBe(scene.path("notes.txt"));
      await expect.poll(() => page.getByTestId("toast").count()).toBe(proposals.length);
      expect(await page.getByTestId("toast").first().textContent()).toContain("Claude proposes a change to a.txt.");
      await hand.synced();
      const { tabs } = await client.call("getOpenEditors");
      expect(tabs).toMatchObject([{ label: "notes.txt", isActive: true, isDirty: true }]);
    });

    test("in front when nobody types, with the keyboard, which is back in the file afterwards", async () => {
      const scene = await openScene(browser, { files });
      const { page, hand } = scene;
      const client = await scene.client();
      await hand.openFile(scene.path("notes.txt"));
      // A hand that is on a button does not type.
      await page.getByTestId("go-to-file").focus();
      const proposal = scene.propose(client, "a.txt", proposed);
      await expect.poll(() => focusedLabel(page)).toBe(`Proposed text of ${scene.path("a.txt")}`);
      expect(await page.getByTestId("toast").count()).toBe(0);
      await page.keyboard.press("Alt+Shift+Y");
      expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
        .toBe("go-to-file");
      expect(await scene.editor("notes.txt").isVisible()).toBe(true);
    });

    test("behind, and Alt+R brings it: after the decision typing goes on where it was", async () => {
      const scene = await openScene(browser, { files });
      const { page, hand } = scene;
      const client = await scene.client();
      await hand.openFile(scene.path("notes.txt"));
      await scene.editor("notes.txt").focus();
      await page.keyboard.type("before ");
      const proposal = scene.propose(client, "a.txt", proposed);
      await page.getByTestId("toast").waitFor();
      await page.keyboard.press("Alt+r");
      await expect.poll(() => focusedLabel(page)).toBe(`Proposed text of ${scene.path("a.txt")}`);
      await expect.poll(() => page.getByTestId("toast").count()).toBe(0);
      await page.keyboard.press("Alt+Shift+N");
      expect(await proposal.answer).toMatchObject({ decision: "rejected" });
      await expect.poll(() => focusedLabel(page)).toBe(scene.path("notes.txt"));
      await page.keyboard.type("after");
      expect(await scene.textOf("notes.txt")).toBe("before after");
    });

    test("behind while a dialog is open, which keeps what is typed into it", async () => {
      const scene = await openScene(browser, { files });
      const { page, hand } = scene;
      const client = await scene.client();
      await hand.openFile(scene.path("notes.txt"));
      await page.keyboard.press("Control+p");
      const field = page.getByTestId("quick-open").getByRole("combobox");
      await field.waitFor();
      await page.keyboard.type("no");
      scene.propose(client, "a.txt", proposed);
      await hand.reviewTab("a.txt").waitFor();
      await page.keyboard.type("tes");
      expect(await field.inputValue()).toBe("notes");
      expect(await hand.tab(scene.path("notes.txt")).getAttribute("aria-selected")).toBe("true");
    });
  });

  describe("waits with others", () => {
    test("of two clients: each is named, counted, and decided in any order; Alt+R walks them", async () => {
      const scene = await openScene(browser, { files });
      const { page, hand } = scene;
      const one = await scene.client("claude-code", "2.1.325");
      const two = await scene.client("other-agent", "1.0");
      await hand.openFile(scene.path("notes.txt"));
      await scene.editor("notes.txt").focus();
      const proposals = [
        scene.propose(one, "a.txt", proposed, "one a"),
        scene.propose(one, "b.txt", "ONE\n", "one b"),
        scene.propose(two, "a.txt", `${old}ten\n`, "two a"),
        scene.propose(two, "new.txt", "1\n2\n", "two new"),
      ];
      await expect
        .poll(async () => (await hand.pendingReviews()).toSorted())
        .toEqual(["one a", "one b", "two a", "two new"]);
      expect(await page.getByTestId("review-count").textContent()).toBe("4");
      expect(await page.getByTestId("status-reviews").textContent()).toBe("4 reviews wait");
      const names = await page.locator(".client-name").allTextContents();
      expect(names.toSorted()).toEqual(["claude-code 2.1.325", "other-agent 1.0"]);
      const row = (name: string) => page.locator(`[data-testid="review-row"][data-review="${name}"]`);
      await expect.poll(() => row("one a").textContent()).toMatch(/\+3.*\n*.*−3/s);
      expect(await row("one b").textContent()).toMatch(/\+1.*−9/s);
      expect(await row("two a").textContent()).toMatch(/\+1.*−0/s);
      expect(await row("two new").textContent()).toMatch(/new file.*\+2.*−0/s);
      expect(await page.title()).toMatch(/^\(4\) /);

      const inFront = () => page.locator('[data-testid="tab"][aria-selected="true"]').getAttribute("data-tab-name");
      const order = await hand.pendingReviews();
      for (const name of [...order, order[0]]) {
        await page.keyboard.press("Alt+r");
        await expect.poll(inFront).toBe(name);
      }
      await row("two a").click();
      await expect.poll(() => page.locator(".review-client").textContent()).toBe("proposed by other-agent 1.0");
      await hand.accept("two a");
      expect(await proposals[2]?.answer).toEqual({ decision: "saved", text: `${old}ten\n` });
      await hand.reject("one b");
      expect(await proposals[1]?.answer).toMatchObject({ decision: "rejected" });
      expect(await page.getByTestId("review-count").textContent()).toBe("2");
      await hand.accept("two new");
      expect(await proposals[3]?.answer).toEqual({ decision: "saved", text: "1\n2\n" });
      await hand.accept("one a");
      expect(await proposals[0]?.answer).toEqual({ decision: "saved", text: proposed });
      expect(await page.getByTestId("review-count").count()).toBe(0);
      await expect.poll(() => focusedLabel(page)).toBe(scene.path("notes.txt"));
    });

    test("and vanishes when its client takes it back, which leaves the hand in the other one", async () => {
      const scene = await openScene(browser, { files });
      const { page, hand } = scene;
      const [one, two] = [await scene.client(), await scene.client("other-agent", "1.0")];
      const mine = await scene.review(one, "a.txt", proposed, "mine");
      await page.keyboard.insertText("x");
      const other = scene.propose(two, "b.txt", proposed, "other");
      await hand.reviewTab("other").waitFor();
      await page.keyboard.insertText("y");
      await two.call("close_tab", { tab_name: "other" });
      expect(await other.answer).toMatchObject({ decision: "rejected" });
      await hand.reviewTab("other").waitFor({ state: "detached" });
      await page.keyboard.insertText("z");
      expect(await scene.resultOf("mine")).toBe(`xyz${proposed}`);
      await page.getByTestId("review-accept").click();
      expect(await mine.answer).toEqual({ decision: "saved", text: `xyz${proposed}` });
    });

    test("and goes with its client when that goes", async () => {
      const scene = await openScene(browser, { files });
      const [one, two] = [await scene.client(), await scene.client("other-agent", "1.0")];
      await scene.review(one, "a.txt", proposed, "mine");
      scene.propose(two, "b.txt", proposed, "other");
      await scene.hand.reviewTab("other").waitFor();
      await two.close();
      await expect.poll(() => scene.hand.pendingReviews()).toEqual(["mine"]);
      expect(await scene.resultOf("mine")).toBe(proposed);
    });

    test("closing its tab rejects only that one", async () => {
      const scene = await openScene(browser, { files });
      const client = await scene.client();
      const first = scene.propose(client, "a.txt", proposed, "first");
      const second = scene.propose(client, "b.txt", proposed, "second");
      await expect.poll(() => scene.hand.pendingReviews()).toHaveLength(2);
      await scene.hand.closeReview("first");
      expect(await first.answer).toMatchObject({ decision: "rejected" });
      expect(second.answered()).toBeUndefined();
      await scene.hand.accept("second");
      expect(await second.answer).toEqual({ decision: "saved", text: proposed });
    });
  });

  describe("warns", () => {
    test("that the user has unsaved changes in the file", async () => {
      const scene = await openScene(browser, { files });
      await scene.hand.openFile(scene.path("a.txt"));
      await scene.editor("a.txt").focus();
      await scene.hand.type("unsaved ");
      await scene.review(await scene.client(), "a.txt", proposed, "t");
      await expect
        .poll(() => scene.page.locator(".review-title").textContent())
        .toContain("you have unsaved changes in this file");
    });

    test("when the file is changed on disk under it, in the title and in the list", async () => {
      const scene = await openScene(browser, { files });
      await scene.review(await scene.client(), "a.txt", proposed, "t");
      const title = scene.page.locator(".review-title");
      expect(await title.textContent()).not.toContain("changed on disk");
      writeFileSync(scene.path("a.txt"), "changed\n");
      await expect.poll(() => title.textContent()).toContain("the file was changed on disk since this was proposed");
      expect(await scene.page.getByTestId("review-row").textContent()).toContain("outdated");
      writeFileSync(scene.path("a.txt"), old);
      await expect.poll(() => title.textContent()).not.toContain("changed on disk");
    });
  });

  test("stays where it was scrolled to while another tab is in front", async () => {
    const lines = (change: string) =>
      Array.from({ length: 400 }, (_, line) => (line % 9 === 4 ? change : "same") + line);
    const scene = await openScene(browser, { files: { ...files, "long.txt": lines("old ").join("\n") } });
    const { page, hand } = scene;
    await hand.openFile(scene.path("a.txt"));
    await scene.review(await scene.client(), "long.txt", lines("new ").join("\n"));
    for (const layout of ["side-by-side", "unified"]) {
      for (let step = 0; step < 20; step++) await page.keyboard.press("F7");
      const at = () =>
        page.evaluate(() => {
          const editor = window.tandemPage?.reviewOf("long.txt")?.editor;
          return Math.round((editor?.coordsAtPos(editor.state.selection.main.head)?.top ?? 0) / 4);
        });
      await settled(page);
      const before = await at();
      expect(before, layout).toBeGreaterThan(10);
      await hand.openFile(scene.path("a.txt"));
      await hand.showReview("long.txt");
      await expect.poll(at, { message: layout }).toBe(before);
      await page.keyboard.press("Alt+Shift+U");
      await settled(page);
    }
  });
});
