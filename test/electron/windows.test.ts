/** Windows of the example that come, go, crash and stand beside each other; with a stand-in for Electron. */
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
});
