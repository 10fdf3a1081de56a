/** Reviews in a real Chromium: how they open, pending reviews, and warnings. */
import { writeFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { focusedLabel, openFixture, settled } from "./fixture.js";
import { old, proposed } from "./three-hunks.js";

const { describe, test } = needsChromium();

describe("A review in Chromium", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  }, 30_000);
  afterAll(() => browser?.close());
  const files = { "a.txt": old, "b.txt": old, "notes.txt": "" };

  describe("arrives", () => {
    test("in the background while the user types: no key gets lost, and a notice counts the reviews", async () => {
      const fixture = await openFixture(browser, { files });
      const { page, driver } = fixture;
      const client = await fixture.client();
      await driver.openFile(fixture.path("notes.txt"));
      await fixture.editor("notes.txt").focus();
      const typed = "The quick brown fox jumps over the lazy dog, again and again. ".repeat(4);
      const proposals: ReturnType<typeof fixture.propose>[] = [];
      for (const [index, key] of [...typed].entries()) {
        if (index % 80 === 40) proposals.push(fixture.propose(client, "a.txt", `${index}\n`, `proposal ${index}`));
        await page.keyboard.press(key === " " ? "Space" : key);
      }
      await expect.poll(() => driver.pendingReviews()).toHaveLength(proposals.length);
      expect(await fixture.textOf("notes.txt")).toBe(typed);
      expect(await focusedLabel(page)).toBe(fixture.path("notes.txt"));
      await expect.poll(() => page.locator(".toast-text").allTextContents()).toEqual(["3 more reviews."]);
      expect(proposals).toHaveLength(3);
      await driver.synced();
      const { tabs } = await client.call("getOpenEditors");
      expect(tabs).toMatchObject([{ label: "notes.txt", isActive: true, isDirty: true }]);
    });

    test("in front with the focus when the user isn't typing, and returns the focus afterwards", async () => {
      const fixture = await openFixture(browser, { files });
      const { page, driver } = fixture;
      const client = await fixture.client();
      await driver.openFile(fixture.path("notes.txt"));
      // Focus on a button isn't typing.
      await page.getByTestId("go-to-file").focus();
      const proposal = fixture.propose(client, "a.txt", proposed);
      await expect.poll(() => focusedLabel(page)).toBe(`Proposed text of ${fixture.path("a.txt")}`);
      expect(await page.getByTestId("toast").count()).toBe(0);
      await page.keyboard.press("Alt+Shift+Y");
      expect(await proposal.answer).toEqual({ decision: "saved", text: proposed });
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-testid")))
        .toBe("go-to-file");
      expect(await fixture.editor("notes.txt").isVisible()).toBe(true);
    });

    test("in the background until Alt+R; after the decision, typing continues at the same position", async () => {
      const fixture = await openFixture(browser, { files });
      const { page, driver } = fixture;
      const client = await fixture.client();
      await driver.openFile(fixture.path("notes.txt"));
      await fixture.editor("notes.txt").focus();
      await page.keyboard.type("before ");
      const proposal = fixture.propose(client, "a.txt", proposed);
      await page.getByTestId("toast").waitFor();
      await page.keyboard.press("Alt+r");
      await expect.poll(() => focusedLabel(page)).toBe(`Proposed text of ${fixture.path("a.txt")}`);
      await expect.poll(() => page.getByTestId("toast").count()).toBe(0);
      await page.keyboard.press("Alt+Shift+N");
      expect(await proposal.answer).toMatchObject({ decision: "rejected" });
      await expect.poll(() => focusedLabel(page)).toBe(fixture.path("notes.txt"));
      await page.keyboard.type("after");
      expect(await fixture.textOf("notes.txt")).toBe("before after");
    });

    test("behind an open dialog, which keeps typed text", async () => {
      const fixture = await openFixture(browser, { files });
      const { page, driver } = fixture;
      const client = await fixture.client();
      await driver.openFile(fixture.path("notes.txt"));
      await page.keyboard.press("Control+p");
      const field = page.getByTestId("quick-open").getByRole("combobox");
      await field.waitFor();
      await page.keyboard.type("no");
      fixture.propose(client, "a.txt", proposed);
      await driver.reviewTab("a.txt").waitFor();
      await page.keyboard.type("tes");
      expect(await field.inputValue()).toBe("notes");
      expect(await driver.tab(fixture.path("notes.txt")).getAttribute("aria-selected")).toBe("true");
    });
  });

  describe("is pending with others", () => {
    test("from two clients: each is named, counted, and decided in any order; Alt+R goes through them", async () => {
      const fixture = await openFixture(browser, { files });
      const { page, driver } = fixture;
      const one = await fixture.client("claude-code", "2.1.325");
      const two = await fixture.client("other-agent", "1.0");
      await driver.openFile(fixture.path("notes.txt"));
      await fixture.editor("notes.txt").focus();
      const proposals = [
        fixture.propose(one, "a.txt", proposed, "one a"),
        fixture.propose(one, "b.txt", "ONE\n", "one b"),
        fixture.propose(two, "a.txt", `${old}ten\n`, "two a"),
        fixture.propose(two, "new.txt", "1\n2\n", "two new"),
      ];
      await expect
        .poll(async () => (await driver.pendingReviews()).toSorted())
        .toEqual(["one a", "one b", "two a", "two new"]);
      expect(await page.getByTestId("review-count").textContent()).toBe("4");
      expect(await page.getByTestId("status-reviews").textContent()).toBe("4 pending reviews");
      const names = await page.locator(".client-name").allTextContents();
      expect(names.toSorted()).toEqual(["claude-code 2.1.325", "other-agent 1.0"]);
      const row = (name: string) => page.locator(`[data-testid="review-row"][data-review="${name}"]`);
      await expect.poll(() => row("one a").textContent()).toMatch(/\+3.*\n*.*−3/s);
      expect(await row("one b").textContent()).toMatch(/\+1.*−9/s);
      expect(await row("two a").textContent()).toMatch(/\+1.*−0/s);
      expect(await row("two new").textContent()).toMatch(/New file.*\+2.*−0/s);
      expect(await page.title()).toMatch(/^\(4\) /);

      const inFront = () => page.locator('[data-testid="tab"][aria-selected="true"]').getAttribute("data-tab-name");
      const order = await driver.pendingReviews();
      for (const name of [...order, order[0]]) {
        await page.keyboard.press("Alt+r");
        await expect.poll(inFront).toBe(name);
      }
      await row("two a").click();
      await expect.poll(() => page.locator(".review-client").textContent()).toBe("Proposed by other-agent 1.0");
      await driver.accept("two a");
      expect(await proposals[2]?.answer).toEqual({ decision: "saved", text: `${old}ten\n` });
      await driver.reject("one b");
      expect(await proposals[1]?.answer).toMatchObject({ decision: "rejected" });
      expect(await page.getByTestId("review-count").textContent()).toBe("2");
      await driver.accept("two new");
      expect(await proposals[3]?.answer).toEqual({ decision: "saved", text: "1\n2\n" });
      await driver.accept("one a");
      expect(await proposals[0]?.answer).toEqual({ decision: "saved", text: proposed });
      expect(await page.getByTestId("review-count").count()).toBe(0);
      await expect.poll(() => focusedLabel(page)).toBe(fixture.path("notes.txt"));
    });

    test("and disappears when its client withdraws it, leaving the cursor in the other one", async () => {
      const fixture = await openFixture(browser, { files });
      const { page, driver } = fixture;
      const [one, two] = [await fixture.client(), await fixture.client("other-agent", "1.0")];
      const mine = await fixture.review(one, "a.txt", proposed, "mine");
      await page.keyboard.insertText("x");
      const other = fixture.propose(two, "b.txt", proposed, "other");
      await driver.reviewTab("other").waitFor();
      await page.keyboard.insertText("y");
      await two.call("close_tab", { tab_name: "other" });
      expect(await other.answer).toMatchObject({ decision: "rejected" });
      await driver.reviewTab("other").waitFor({ state: "detached" });
      await page.keyboard.insertText("z");
      expect(await fixture.resultOf("mine")).toBe(`xyz${proposed}`);
      await page.getByTestId("review-accept").click();
      expect(await mine.answer).toEqual({ decision: "saved", text: `xyz${proposed}` });
    });

    test("and closes when its client disconnects", async () => {
      const fixture = await openFixture(browser, { files });
      const [one, two] = [await fixture.client(), await fixture.client("other-agent", "1.0")];
      await fixture.review(one, "a.txt", proposed, "mine");
      fixture.propose(two, "b.txt", proposed, "other");
      await fixture.driver.reviewTab("other").waitFor();
      await two.close();
      await expect.poll(() => fixture.driver.pendingReviews()).toEqual(["mine"]);
      expect(await fixture.resultOf("mine")).toBe(proposed);
    });

    test("and closing its tab rejects only that one", async () => {
      const fixture = await openFixture(browser, { files });
      const client = await fixture.client();
      const first = fixture.propose(client, "a.txt", proposed, "first");
      const second = fixture.propose(client, "b.txt", proposed, "second");
      await expect.poll(() => fixture.driver.pendingReviews()).toHaveLength(2);
      await fixture.driver.closeReview("first");
      expect(await first.answer).toMatchObject({ decision: "rejected" });
      expect(second.answered()).toBeUndefined();
      await fixture.driver.accept("second");
      expect(await second.answer).toEqual({ decision: "saved", text: proposed });
    });
  });

  describe("warns", () => {
    test("about unsaved changes in the file", async () => {
      const fixture = await openFixture(browser, { files });
      await fixture.driver.openFile(fixture.path("a.txt"));
      await fixture.editor("a.txt").focus();
      await fixture.driver.type("unsaved ");
      await fixture.review(await fixture.client(), "a.txt", proposed, "t");
      await expect
        .poll(() => fixture.page.locator(".review-title").textContent())
        .toContain("This file has unsaved changes");
    });

    test("in the title and the list when the file changes on disk", async () => {
      const fixture = await openFixture(browser, { files });
      await fixture.review(await fixture.client(), "a.txt", proposed, "t");
      const title = fixture.page.locator(".review-title");
      expect(await title.textContent()).not.toContain("changed on disk");
      writeFileSync(fixture.path("a.txt"), "changed\n");
      await expect.poll(() => title.textContent()).toContain("The file has changed on disk since the proposal");
      expect(await fixture.page.getByTestId("review-row").textContent()).toContain("Outdated");
      writeFileSync(fixture.path("a.txt"), old);
      await expect.poll(() => title.textContent()).not.toContain("changed on disk");
    });
  });

  test("keeps its scroll position while another tab is in front", async () => {
    const lines = (change: string) =>
      Array.from({ length: 400 }, (_, line) => (line % 9 === 4 ? change : "same") + line);
    const fixture = await openFixture(browser, { files: { ...files, "long.txt": lines("old ").join("\n") } });
    const { page, driver } = fixture;
    await driver.openFile(fixture.path("a.txt"));
    await fixture.review(await fixture.client(), "long.txt", lines("new ").join("\n"));
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
      await driver.openFile(fixture.path("a.txt"));
      await driver.showReview("long.txt");
      await expect.poll(at, { message: layout }).toBe(before);
      await page.keyboard.press("Alt+Shift+U");
      await settled(page);
    }
  });
});
