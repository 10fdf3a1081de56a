/** Windows of the example that open, close, crash and work side by side; with a stand-in for Electron. */
import { readFileSync } from "node:fs";
import { expect } from "vitest";
import { needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { useElectron } from "./fixture.js";

const { describe, test } = needsChromium();
const oldText = "one\ntwo\nthree\nfour\nfive\nsix\nseven\n";
const newText = "one\n2\nthree\nfour\nfive\n6\nseven\n";

describe("the windows of an Electron application (with a fake Electron)", () => {
  const electron = useElectron();
  const frontPage = ".tandem-reviews-page:not([hidden])";

  async function withReview() {
    const fixture = await electron.start({ files: { "a.txt": oldText } });
    const client = await fixture.client();
    const answer = fixture.propose(client, fixture.path("a.txt"), newText, "the review");
    await fixture.reviewShown("the review");
    return { fixture, client, answer };
  }

  test.each(["a reload", "a crash"])("after %s a review is back with the user's decisions and edits", async (what) => {
    const { fixture, answer } = await withReview();
    const { page } = fixture.driver;
    await page.locator(`${frontPage} .tandem-hunk-button[data-hunk="0"][data-action="reject"]`).first().click();
    const text = page.locator(`${frontPage} .cm-content[contenteditable=true]`);
    await text.focus();
    await page.keyboard.press("Control+End");
    await page.keyboard.insertText("mine\n");
    if (what === "a reload") await fixture.running.reload();
    else {
      // Text typed just before a crash may be lost. This text has arrived by then, because messages keep their order.
      await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
      await page.evaluate(() => window.files.folders());
      await fixture.running.crash();
      await fixture.running.window(1);
    }
    await fixture.reviewShown("the review");
    expect(await fixture.driver.page.locator(`${frontPage} .tandem-review-count`).textContent()).toContain(
      "1 rejected",
    );
    await fixture.driver.accept("the review");
    expect(await answer).toEqual({ decision: "saved", text: `${newText.replace("2", "two")}mine\n` });
  });

  test("a review moves to the other window when its own is closed", async () => {
    const { fixture, answer } = await withReview();
    fixture.running.do({ do: "menu", label: "New Window" });
    const second = await fixture.running.window(2);
    await fixture.running.page.close();
    fixture.running.do({ do: "closed", window: 1 });
    await second.locator('.tandem-reviews-tab[data-tab-name="the review"]').waitFor();
    await second.locator(`${frontPage} [data-tandem="accept"]`).click();
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  test("a click meant for a withdrawn review does not accept the next one", async () => {
    const { fixture, client, answer } = await withReview();
    const other = fixture.propose(client, fixture.path("a.txt"), "evil\n", "the other");
    const { page } = fixture.driver;
    await fixture.driver.review("the other").waitFor();
    // Just as the other one becomes active.
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
    expect(await fixture.driver.pendingReviews()).toEqual(["the other"]);
    await eventually(async () => {
      // A click may take effect only after it was checked.
      if ((await fixture.driver.pendingReviews()).length > 0)
        await page.locator(`${frontPage} [data-tandem="accept"]`).click({ timeout: 1_000 });
      expect(await fixture.driver.pendingReviews()).toEqual([]);
    });
    expect(await other).toEqual({ decision: "saved", text: "evil\n" });
  });

  test("the last focused window answers, and the tabs of both are listed in groups", async () => {
    const fixture = await electron.start({ files: { "a.txt": "first\n", "b.txt": "second\n" } });
    const client = await fixture.client();
    await fixture.driver.openFile(fixture.path("a.txt"));
    fixture.running.do({ do: "menu", label: "New Window" });
    const second = await fixture.running.window(2);
    await second.bringToFront();
    await second.locator(`#tree [data-path=${JSON.stringify(fixture.path("b.txt"))}]`).dblclick();
    const current = async () => {
      const selection = await client.call("getCurrentSelection");
      return selection.success ? selection.filePath : undefined;
    };
    // All headless pages believe that they have the focus, so the test dispatches the event.
    await second.evaluate(() => window.dispatchEvent(new Event("focus")));
    await eventually(async () => expect(await current()).toBe(fixture.path("b.txt")));
    await fixture.running.page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await eventually(async () => expect(await current()).toBe(fixture.path("a.txt")));
    const { tabs } = await client.call("getOpenEditors");
    expect(tabs.map(({ label, groupIndex, isGroupActive }) => [label, groupIndex, isGroupActive])).toEqual([
      ["a.txt", 0, true],
      ["b.txt", 1, false],
    ]);
  });

  test("Escape in a review rejects it and restores the focus", async () => {
    const fixture = await electron.start({ files: { "a.txt": oldText, "b.txt": "b\n" } });
    const { page } = fixture.driver;
    await fixture.driver.openFile(fixture.path("b.txt"));
    await page.locator(".editor:not([hidden]) .cm-content").click();
    const client = await fixture.client();
    const answer = fixture.propose(client, fixture.path("a.txt"), newText, "the review");
    await fixture.reviewShown("the review");
    await page.locator(`${frontPage} .cm-content[contenteditable=true]`).focus();
    await page.keyboard.press("Escape");
    expect((await answer).decision).toBe("rejected");
    await page.keyboard.insertText("typed ");
    expect(await page.locator(".editor:not([hidden]) .cm-content").textContent()).toContain("typed");
  });

  test("text being typed when a review opens does not end up in it", async () => {
    const fixture = await electron.start({ files: { "a.txt": oldText, "b.txt": "b\n" } });
    const { page } = fixture.driver;
    await fixture.driver.openFile(fixture.path("b.txt"));
    const client = await fixture.client();
    await page.keyboard.press("x");
    const answer = fixture.propose(client, fixture.path("a.txt"), newText, "the review");
    let isShown = false;
    const shown = fixture.reviewShown("the review").then(() => {
      isShown = true;
    });
    while (!isShown) await page.keyboard.press("x");
    await shown;
    await page.keyboard.press("x");
    await page.keyboard.press("Escape");
    await fixture.driver.accept("the review");
    expect(await answer).toEqual({ decision: "saved", text: newText });
  });

  async function twoWindows(files: Record<string, string>) {
    const fixture = await electron.start({ files });
    fixture.running.do({ do: "menu", label: "New Window" });
    const pages = [fixture.running.page, await fixture.running.window(2)] as const;
    for (const page of pages) {
      await page.locator(`#tree [data-path=${JSON.stringify(fixture.path("a.txt"))}]`).dblclick();
      await page.locator(".editor:not([hidden]) .cm-content").waitFor();
    }
    return { fixture, pages };
  }
  const editor = ".editor:not([hidden]) .cm-content";

  test("warns before one window overwrites what another has saved", async () => {
    const { fixture, pages } = await twoWindows({ "a.txt": "one\r\n" });
    const [first, second] = pages;
    await second.locator(editor).click();
    await second.keyboard.insertText("second ");
    await first.locator(editor).click();
    await first.keyboard.insertText("first ");
    await first.keyboard.press("Control+s");
    await eventually(() => expect(readFileSync(fixture.path("a.txt"), "utf8")).toContain("first"));
    const saved = readFileSync(fixture.path("a.txt"), "utf8");
    await second.locator("#notice").getByText("has changed on disk").waitFor();
    await second.keyboard.press("Control+s");
    await second.locator("#message[data-kind=warning]").waitFor();
    expect(readFileSync(fixture.path("a.txt"), "utf8")).toBe(saved);
    // The window that saved isn't warned about its own change.
    expect(await first.locator("#notice").isVisible()).toBe(false);
    await second.getByRole("button", { name: "Overwrite" }).click();
    await eventually(async () => expect(await first.locator(editor).textContent()).toContain("second"));
    expect(readFileSync(fixture.path("a.txt"), "utf8").split("\r\n").sort()).toEqual(["one", "second "]);
  });

  test("Close Tab in one window doesn't close tabs in other windows", async () => {
    const { fixture, pages } = await twoWindows({ "a.txt": "one\n" });
    const [first, second] = pages;
    fixture.running.do({ do: "menu", label: "Close Tab", window: 2 });
    await second.locator(".tab").waitFor({ state: "detached" });
    fixture.running.do({ do: "menu", label: "Save", window: 2 });
    await first.locator("#open-folder").click();
    expect(await first.locator(".tab").count()).toBe(1);
  });
});
