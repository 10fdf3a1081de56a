/** Windows of the example that come, go, crash and stand beside each other; with a stand-in for Electron. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { useElectron } from "./stage.js";

const { describe, test } = needsChromium();
const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const newText = "one\n2\nthree\nfour\nfive\n6\nseven\n";

describe("the windows of an Electron application (a stand-in for Electron)", () => {
  const electron = useElectron();
  const frontPage = ".tandem-reviews-page:not([hidden])";

  async function withReview() {
    const stage = await electron.start({ files: { "a.txt": oldText } });
    const client = await stage.client();
    const answer = stage.propose(client, stage.path("a.txt"), newText, "the review");
    await stage.reviewShown("the review");
    return { stage, client, answer };
  }

  test.each(["a reload", "a crash"])(
    "after %s a review is back, with what the user had decided and typed",
    async (what) => {
      const { stage, answer } = await withReview();
      const { page } = stage.hand;
      await page.locator(`${frontPage} .tandem-hunk-button[data-hunk="0"][data-action="reject"]`).first().click();
      const text = page.locator(`${frontPage} .cm-content[contenteditable=true]`);
      await text.focus();
      await page.keyboard.press("Control+End");
      await page.keyboard.insertText("mine\n");
      if (what === "a reload") await stage.running.reload();
      else {
        // What is typed in the last moment before a crash may be lost; this has been told by then.
        await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
        await stage.running.crash();
        await stage.running.window(1);
      }
      await stage.reviewShown("the review");
      expect(await stage.hand.page.locator(`${frontPage} .tandem-review-count`).textContent()).toMatch(/of 2/);
      await stage.hand.accept("the review");
      expect(await answer).toEqual({ decision: "saved", text: `${newText.replace("2", "two")}mine\n` });
    },
  );

  test("a review moves to the other window when its own is closed", async () => {
    const { stage, answer } = await withReview();
    stage.running.do({ do: "menu", label: "New Window" });
    const second = await stage.running.window(2);
    await stage.running.page.close();
    stage.running.do({ do: "closed", window: 1 });
    await second.locator('.tandem-reviews-tab[data-tab-name="the review"]').waitFor();
    await second.locator(`${frontPage} [data-tandem="accept"]`).click();
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("a click that was meant for a review that was taken back does not accept the review in its place", async () => {
    const { stage, client, answer } = await withReview();
    const other = stage.propose(client, stage.path("a.txt"), "evil\n", "the other");
    const { page } = stage.hand;
    await stage.hand.review("the other").waitFor();
    // At the very moment at which the other one is in front.
    await page.evaluate(() => {
      const find = (selector: string) => document.querySelector<HTMLElement>(selector);
      const observer = new MutationObserver(() => {
        if (find('.tandem-reviews-tab[data-tab-name="the review"]')) return;
        observer.disconnect();
        find('.tandem-reviews-page:not([hidden]) [data-tandem="accept"]')?.click();
        document.body.dataset.clicked = "true";
      });
      observer.observe(document.body, { subtree: true, childList: true });
    });
    await client.call("close_tab", { tab_name: "the review" });
    await answer;
    await page.locator("body[data-clicked]").waitFor();
    expect(await stage.hand.pendingReviews()).toEqual(["the other"]);
    await eventually(async () => {
      await page.locator(`${frontPage} [data-tandem="accept"]`).click({ timeout: 1_000 });
      expect(await stage.hand.pendingReviews()).toEqual([]);
    });
    expect(await other).toEqual({ decision: "saved", text: "evil\n" });
  });

  test("the window that had the focus last answers, and tabs of both are listed in groups", async () => {
    const stage = await electron.start({ files: { "a.txt": "first\n", "b.txt": "second\n" } });
    const client = await stage.client();
    await stage.hand.openFile(stage.path("a.txt"));
    stage.running.do({ do: "menu", label: "New Window" });
    const second = await stage.running.window(2);
    await second.bringToFront();
    await second.locator(`#tree [data-path=${JSON.stringify(stage.path("b.txt"))}]`).dblclick();
    const current = async () => {
      const selection = await client.call("getCurrentSelection");
      return selection.success ? selection.filePath : undefined;
    };
    // Headless pages all believe to have the focus: the event is what a window manager would cause.
    await second.evaluate(() => window.dispatchEvent(new Event("focus")));
    await eventually(async () => expect(await current()).toBe(stage.path("b.txt")));
    await stage.running.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await eventually(async () => expect(await current()).toBe(stage.path("a.txt")));
    const { tabs } = await client.call("getOpenEditors");
    expect(tabs.map(({ label, groupIndex, isGroupActive }) => [label, groupIndex, isGroupActive])).toEqual([
      ["a.txt", 0, true],
      ["b.txt", 1, false],
    ]);
  });

  test("Escape in a review rejects it, and the keyboard is where it was", async () => {
    const stage = await electron.start({ files: { "a.txt": oldText, "b.txt": "b\n" } });
    const { page } = stage.hand;
    await stage.hand.openFile(stage.path("b.txt"));
    await page.locator(".editor:not([hidden]) .cm-content").click();
    const client = await stage.client();
    const answer = stage.propose(client, stage.path("a.txt"), newText, "the review");
    await stage.reviewShown("the review");
    await page.locator(`${frontPage} .cm-content[contenteditable=true]`).focus();
    await page.keyboard.press("Escape");
    expect((await answer).decision).toBe("rejected");
    await page.keyboard.insertText("typed ");
    expect(await page.locator(".editor:not([hidden]) .cm-content").textContent()).toContain("typed");
  });

  test("what is being typed when a review comes up does not become part of it", async () => {
    const stage = await electron.start({ files: { "a.txt": oldText, "b.txt": "b\n" } });
    const { page } = stage.hand;
    await stage.hand.openFile(stage.path("b.txt"));
    const client = await stage.client();
    await page.keyboard.press("x");
    const answer = stage.propose(client, stage.path("a.txt"), newText, "the review");
    let isShown = false;
    const shown = stage.reviewShown("the review").then(() => {
      isShown = true;
    });
    while (!isShown) await page.keyboard.press("x");
    await shown;
    await page.keyboard.press("x");
    await page.keyboard.press("Escape");
    await stage.hand.accept("the review");
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  async function twoWindows(files: Record<string, string>) {
    const stage = await electron.start({ files });
    stage.running.do({ do: "menu", label: "New Window" });
    const pages = [stage.running.page, await stage.running.window(2)] as const;
    for (const page of pages) {
      await page.locator(`#tree [data-path=${JSON.stringify(stage.path("a.txt"))}]`).dblclick();
      await page.locator(".editor:not([hidden]) .cm-content").waitFor();
    }
    return { stage, pages };
  }
  const editor = ".editor:not([hidden]) .cm-content";

  test("what one window had saved was written over by another, without a word", async () => {
    const { stage, pages } = await twoWindows({ "a.txt": "one\r\n" });
    const [first, second] = pages;
    await second.locator(editor).click();
    await second.keyboard.insertText("second ");
    await first.locator(editor).click();
    await first.keyboard.insertText("first ");
    await first.keyboard.press("Control+s");
    await eventually(() => expect(readFileSync(stage.path("a.txt"), "utf8")).toContain("first"));
    const saved = readFileSync(stage.path("a.txt"), "utf8");
    await second.locator("#notice").getByText("changed by another program").waitFor();
    await second.keyboard.press("Control+s");
    await second.locator("#message[data-kind=warning]").waitFor();
    expect(readFileSync(stage.path("a.txt"), "utf8")).toBe(saved);
    // The one that saved is not told of its own change.
    expect(await first.locator("#notice").isVisible()).toBe(false);
    await second.getByRole("button", { name: "Keep mine" }).click();
    await eventually(async () => expect(await first.locator(editor).textContent()).toContain("second"));
    expect(readFileSync(stage.path("a.txt"), "utf8").split("\r\n").sort()).toEqual(["one", "second "]);
  });

  test("Close Tab in one window closed a tab in every window", async () => {
    const { stage, pages } = await twoWindows({ "a.txt": "one\n" });
    const [first, second] = pages;
    stage.running.do({ do: "menu", label: "Close Tab", window: 2 });
    await second.locator(".tab").waitFor({ state: "detached" });
    stage.running.do({ do: "menu", label: "Save", window: 2 });
    await first.locator("#open-folder").click();
    expect(await first.locator(".tab").count()).toBe(1);
  });
});
